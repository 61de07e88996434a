"""Pad prompts on the left, so that generate() continues the last word of each of them."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

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


def new_text(batch, **more):
    output = model.generate(**batch, **options, **more)
    return tokenizer.batch_decode(output[:, batch["input_ids"].shape[1] :])


def broken():
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    return new_text(batch)


def fixed():
    batch = tokenizer(prompts, padding=True, padding_side="left", return_tensors="pt")
    return new_text(batch)


def mistake_longer_max_length():
    batch = tokenizer(prompts, padding="max_length", max_length=32, return_tensors="pt")
    return new_text(batch)


def mistake_mask_and_positions():
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    positions = (batch["attention_mask"].cumsum(-1) - 1).clamp(min=0)
    return new_text(batch, position_ids=positions)


def mistake_pad_token_id_only():
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    return new_text(batch, pad_token_id=tokenizer.pad_token_id)


def mistake_mask_of_ones():
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    batch["attention_mask"] = torch.ones_like(batch["input_ids"])
    return new_text(batch)


def mistake_cut_at_own_length():
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    output = model.generate(**batch, **options)
    rows = [row[n:] for row, n in zip(output, batch["attention_mask"].sum(1), strict=True)]
    return tokenizer.batch_decode(rows, skip_special_tokens=True)


def check(texts):
    """A prompt's continuation does not depend on the prompts it is batched with."""
    alone = [new_text(tokenizer([prompt], return_tensors="pt"))[0] for prompt in prompts]
    for prompt, text, expected in zip(prompts, texts, alone, strict=True):
        assert text == expected, f"{prompt!r} alone: {expected!r}, in the batch: {text!r}"
