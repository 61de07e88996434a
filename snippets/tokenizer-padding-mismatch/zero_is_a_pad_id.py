"""Test the pad id with `is None`: with `or`, a pad id of 0 counts as missing."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

SEED = 0
words = "<pad> <eos> the cat sat on a mat and then it ran far away over one red hill".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<eos>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, pad_token="<pad>", eos_token="<eos>")
torch.manual_seed(SEED)
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
ids = dict(vocab_size=len(words), bos_token_id=None, eos_token_id=1)
model = LlamaForCausalLM(LlamaConfig(**size, **ids, initializer_range=0.5)).eval()
prompts = ["the cat", "the red hill", "then it ran far away over one red hill"]


@torch.no_grad()
def last_logits(batch, pad):
    rows = batch["input_ids"]
    return model(rows, attention_mask=(rows != pad).long()).logits[:, -1]


def broken():
    pad = tokenizer.pad_token_id or tokenizer.eos_token_id
    batch = tokenizer(prompts, padding=True, padding_side="left", return_tensors="pt")
    return last_logits(batch, pad)


def fixed():
    pad = tokenizer.eos_token_id if tokenizer.pad_token_id is None else tokenizer.pad_token_id
    batch = tokenizer(prompts, padding=True, padding_side="left", return_tensors="pt")
    return last_logits(batch, pad)


def check(logits):
    """The batch gives each prompt the next-token logits that it has on its own."""
    alone = [last_logits(tokenizer([prompt], return_tensors="pt"), pad=-1) for prompt in prompts]
    gap = (logits - torch.cat(alone)).abs().amax(1)
    assert gap.max() < 1e-3, f"logits move by {[round(g, 3) for g in gap.tolist()]}"
