"""The collator pads with the tokenizer: add the token and its embedding before you train."""

import torch
from tokenizers import Tokenizer, models
from transformers import (
    DataCollatorWithPadding,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    PrinterCallback,
    Trainer,
    TrainingArguments,
)

SEED = 0
torch.manual_seed(SEED)
words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="w2")
size = dict(vocab_size=40, hidden_size=16, intermediate_size=32)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
rows = [{"input_ids": [5, 6, 7, 8, 2]}, {"input_ids": [9, 10, 2]}]
arguments = TrainingArguments("out", report_to="none", use_cpu=True, disable_tqdm=True)


def predict():
    collate = DataCollatorWithPadding(tokenizer)
    trainer = Trainer(model, arguments, collate)
    trainer.remove_callback(PrinterCallback)
    return trainer.predict(rows).predictions[:, :, :40]


def broken():
    return predict()


def fixed():
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    model.resize_token_embeddings(len(tokenizer))
    return predict()


@torch.no_grad()
def check(logits):
    """A row that was padded has the logits that it has alone."""
    ids = torch.tensor([rows[1]["input_ids"]])
    alone = model.eval()(input_ids=ids).logits[0].numpy()
    gap = abs(logits[1][: ids.numel()] - alone).max()
    assert gap < 1e-4, f"logits differ by {gap:.4f}"
