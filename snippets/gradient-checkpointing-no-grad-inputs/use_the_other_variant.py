"""Pass use_reentrant=False: that variant does not ask whether an input requires grad."""

import torch
from torch.utils.checkpoint import checkpoint

SEED = 0
torch.manual_seed(SEED)
embedding = torch.nn.Embedding(10, 8).requires_grad_(False)
block = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU())
head = torch.nn.Linear(8, 1)
ids = torch.tensor([1, 2, 3])


def gradients():
    named = [*block.named_parameters("block"), *head.named_parameters("head")]
    return {name: p.grad for name, p in named}


def broken():
    hidden = checkpoint(block, embedding(ids), use_reentrant=True)
    head(hidden).sum().backward()
    return gradients()


def fixed():
    hidden = checkpoint(block, embedding(ids), use_reentrant=False)
    head(hidden).sum().backward()
    return gradients()


def mistake_leave_it_out():
    hidden = checkpoint(block, embedding(ids))
    head(hidden).sum().backward()
    return gradients()


def check(checkpointed):
    """Checkpointing changes no gradient."""
    block.zero_grad(), head.zero_grad()
    head(block(embedding(ids))).sum().backward()
    for name, plain in gradients().items():
        assert checkpointed[name] is not None, f"{name} has no gradient at all"
        torch.testing.assert_close(checkpointed[name], plain)
