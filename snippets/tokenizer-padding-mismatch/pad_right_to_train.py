"""Pad training rows on the right: on the left, a pad is graded on guessing the first word."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    DataCollatorForLanguageModeling,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
)

SEED = 0
words = "<pad> <eos> the cat sat on a mat and then it ran far away over one red hill".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<eos>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, pad_token="<pad>", eos_token="<eos>")
tokenizer.model_input_names = ["input_ids", "attention_mask"]
torch.manual_seed(SEED)
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
ids = dict(vocab_size=len(words), bos_token_id=None, eos_token_id=1, pad_token_id=0)
model = LlamaForCausalLM(LlamaConfig(**size, **ids, initializer_range=0.5)).eval()
rows = [tokenizer(text) for text in ("the cat sat", "then it ran far away over one red hill")]


@torch.no_grad()
def loss(batch):
    return model(**batch).loss.item()


def broken():
    tokenizer.padding_side = "left"
    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    return loss(collator(rows))


def fixed():
    tokenizer.padding_side = "right"
    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    return loss(collator(rows))


def mistake_eager_attention():
    model.set_attn_implementation("eager")
    tokenizer.padding_side = "left"
    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    return loss(collator(rows))


def check(batched):
    """The batch's loss is the mean over the targets of its rows, each row on its own."""
    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    targets = [len(row["input_ids"]) - 1 for row in rows]
    alone = [loss(collator([row])) for row in rows]
    mean = sum(n * part for n, part in zip(targets, alone, strict=True)) / sum(targets)
    assert abs(batched - mean) < 1e-4, f"row by row the loss is {mean:.4f}, batched {batched:.4f}"
