"""Let the frozen embedding's output require grad, and the reentrant variant keeps the graph."""

import torch
from torch.utils.checkpoint import checkpoint

SEED = 0
torch.manual_seed(SEED)
embedding = torch.nn.Embedding(10, 8).requires_grad_(False)
frozen, adapter = torch.nn.Linear(8, 8).requires_grad_(False), torch.nn.Linear(8, 8)
head = torch.nn.Linear(8, 1).requires_grad_(False)
ids = torch.tensor([1, 2, 3])


def block(hidden):
    return torch.nn.functional.gelu(frozen(hidden) + adapter(hidden))


def broken():
    hidden = embedding(ids)
    loss = head(checkpoint(block, hidden, use_reentrant=True)).sum()
    loss.backward()
    return adapter.weight.grad


def fixed():
    hidden = embedding(ids).requires_grad_()
    loss = head(checkpoint(block, hidden, use_reentrant=True)).sum()
    loss.backward()
    return adapter.weight.grad


def mistake_train_mode():
    adapter.train()
    hidden = embedding(ids)
    loss = head(checkpoint(block, hidden, use_reentrant=True)).sum()
    loss.backward()
    return adapter.weight.grad


def check(gradient):
    """Checkpointing changes no gradient."""
    adapter.zero_grad()
    head(block(embedding(ids))).sum().backward()
    torch.testing.assert_close(gradient, adapter.weight.grad)
