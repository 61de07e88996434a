"""Give Seq2SeqTrainer a tokenizer that pads on the left when it evaluates a decoder-only model."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    DataCollatorWithPadding,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
)

SEED = 0
words = "<pad> <eos> the cat sat on a mat and then it ran far away over one red hill".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<eos>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, pad_token="<pad>", eos_token="<eos>")
tokenizer.model_input_names = ["input_ids", "attention_mask"]
torch.manual_seed(SEED)
options = dict(max_new_tokens=8, do_sample=False, suppress_tokens=[0, 1])
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
ids = dict(vocab_size=len(words), bos_token_id=None, eos_token_id=None, pad_token_id=0)
model = LlamaForCausalLM(LlamaConfig(**size, **ids, initializer_range=0.5)).eval()
prompts = ["cat", "the cat", "the red hill", "then it ran far away over one red hill"]


def predict(batch_size):
    arguments = Seq2SeqTrainingArguments(
        "out",
        per_device_eval_batch_size=batch_size,
        predict_with_generate=True,
        use_cpu=True,
        report_to=[],
        disable_tqdm=True,
    )
    collator = DataCollatorWithPadding(tokenizer)
    trainer = Seq2SeqTrainer(model, arguments, collator, processing_class=tokenizer)
    rows = [tokenizer(prompt) for prompt in prompts]
    output = trainer.predict(rows, **options).predictions
    return tokenizer.batch_decode(output.clip(min=0), skip_special_tokens=True)


def broken():
    tokenizer.padding_side = "right"
    return predict(batch_size=4)


def fixed():
    tokenizer.padding_side = "left"
    return predict(batch_size=4)


def check(texts):
    """Predictions do not depend on the evaluation batch size."""
    for text, alone in zip(texts, predict(batch_size=1), strict=True):
        assert text == alone, f"batch size 1 predicts {alone!r}, batch size 4 {text!r}"
