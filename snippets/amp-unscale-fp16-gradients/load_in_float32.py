"""Load a float16 checkpoint as float32 when it is to be trained: its own type is the default."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

SEED = 0
torch.manual_seed(SEED)
config = GPT2Config(vocab_size=32, n_embd=16, n_layer=1, n_head=2, bos_token_id=1, eos_token_id=2)
GPT2LMHeadModel(config).half().save_pretrained("checkpoint")
ids = torch.randint(3, 32, (2, 8))


def update(model):
    """Take one step under GradScaler and return how far the embeddings moved."""
    before = model.transformer.wte.weight.detach().float().clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=256)
    with torch.autocast("cpu", dtype=torch.float16):
        loss = model(input_ids=ids, labels=ids).loss
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    return (model.transformer.wte.weight.detach().float() - before).norm().item()


def broken():
    return update(GPT2LMHeadModel.from_pretrained("checkpoint"))


def fixed():
    return update(GPT2LMHeadModel.from_pretrained("checkpoint", dtype=torch.float32))


def check(moved):
    """The step changes the model."""
    assert moved > 0, f"the embeddings moved by {moved:.5f}"
