"""Untie the output layer before the embeddings are frozen: tied, they are one parameter."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

SEED = 0
torch.manual_seed(SEED)
sizes = {"vocab_size": 32, "n_embd": 16, "n_layer": 1, "n_head": 2}
ends = {"bos_token_id": 1, "eos_token_id": 2}
ids = torch.randint(3, 32, (4, 8))


def change_of_head(model):
    model.transformer.wte.requires_grad_(False)
    before = model.lm_head.weight.detach().clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(input_ids=ids, labels=ids).loss.backward()
    optimizer.step()
    return (model.lm_head.weight.detach() - before).norm().item()


def broken():
    model = GPT2LMHeadModel(GPT2Config(**sizes, **ends))
    return change_of_head(model)


def fixed():
    model = GPT2LMHeadModel(GPT2Config(**sizes, **ends, tie_word_embeddings=False))
    return change_of_head(model)


def check(moved):
    """With frozen embeddings the output layer still learns."""
    assert moved > 0, f"the output layer moved by {moved:.4f}"
