"""Batch prompts with a collator that asks the tokenizer for the side: TRL's never does."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    DataCollatorWithPadding,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
)
from trl.trainer.sft_trainer import DataCollatorForLanguageModeling

SEED = 0
words = "<pad> <eos> the cat sat on a mat and then it ran far away over one red hill".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<eos>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, pad_token="<pad>", eos_token="<eos>")
tokenizer.padding_side = "left"
tokenizer.model_input_names = ["input_ids", "attention_mask"]
torch.manual_seed(SEED)
options = dict(max_new_tokens=8, do_sample=False, suppress_tokens=[0, 1])
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
ids = dict(vocab_size=len(words), bos_token_id=None, eos_token_id=None, pad_token_id=0)
model = LlamaForCausalLM(LlamaConfig(**size, **ids, initializer_range=0.5)).eval()
prompts = ["cat", "the cat", "the red hill", "then it ran far away over one red hill"]
rows = [{"input_ids": tokenizer(prompt)["input_ids"]} for prompt in prompts]


def new_text(batch):
    ids, mask = batch["input_ids"], batch["attention_mask"]
    output = model.generate(ids, attention_mask=mask, **options)
    return tokenizer.batch_decode(output[:, ids.shape[1] :])


def broken():
    collator = DataCollatorForLanguageModeling(pad_token_id=tokenizer.pad_token_id)
    return new_text(collator(rows))


def fixed():
    collator = DataCollatorWithPadding(tokenizer)
    return new_text(collator(rows))


def check(texts):
    """A prompt's continuation does not depend on the prompts it is batched with."""
    alone = [new_text(tokenizer([prompt], return_tensors="pt"))[0] for prompt in prompts]
    for prompt, text, expected in zip(prompts, texts, alone, strict=True):
        assert text == expected, f"{prompt!r} alone: {expected!r}, in the batch: {text!r}"
