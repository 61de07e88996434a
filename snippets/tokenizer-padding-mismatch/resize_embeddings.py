"""Resize the embeddings after adding a pad token: its id is one past the end of the old table."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

SEED = 0
words = "<eos> the cat sat on a mat and then it ran far away over one red hill".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<eos>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<eos>")
tokenizer.padding_side = "left"
tokenizer.model_input_names = ["input_ids", "attention_mask"]
tokenizer.add_special_tokens({"pad_token": "<pad>"})
torch.manual_seed(SEED)
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
ids = dict(vocab_size=len(words), bos_token_id=None, eos_token_id=0)
model = LlamaForCausalLM(LlamaConfig(**size, **ids, initializer_range=0.5)).eval()
prompts = ["the cat", "the red hill", "then it ran far away over one red hill"]
options = dict(max_new_tokens=8, do_sample=False, suppress_tokens=[0])


def new_ids(batch):
    return model.generate(**batch, **options)[:, batch["input_ids"].shape[1] :].tolist()


def broken():
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    return new_ids(batch)


def fixed():
    model.resize_token_embeddings(len(tokenizer))
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    return new_ids(batch)


def mistake_pad_id_in_config():
    model.config.pad_token_id = model.generation_config.pad_token_id = tokenizer.pad_token_id
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    return new_ids(batch)


def check(rows):
    """Every prompt of the batch gets its eight new tokens."""
    lengths = [len(row) for row in rows or []]
    assert lengths == [8] * len(prompts), f"{lengths} new tokens for {len(prompts)} prompts"
