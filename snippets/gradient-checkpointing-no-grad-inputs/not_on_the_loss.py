"""Set requires_grad on the input of the checkpointed block; on the loss it only hides the error."""

import torch
from torch.utils.checkpoint import checkpoint

SEED = 0
torch.manual_seed(SEED)
embedding = torch.nn.Embedding(10, 8).requires_grad_(False)
adapter = torch.nn.Linear(8, 8)
ids = torch.tensor([1, 2, 3])


def train(step):
    optimizer = torch.optim.AdamW(adapter.parameters(), lr=0.1)
    losses = []
    for n in range(6):
        loss = step()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses


def broken():
    def step():
        hidden = embedding(ids)
        hidden = checkpoint(adapter, hidden, use_reentrant=True)
        return hidden.pow(2).mean().requires_grad_()

    return train(step)


def fixed():
    def step():
        hidden = embedding(ids).requires_grad_()
        hidden = checkpoint(adapter, hidden, use_reentrant=True)
        return hidden.pow(2).mean()

    return train(step)


def check(losses):
    """Six steps of AdamW lower the loss."""
    assert losses[-1] < losses[0], f"loss {losses[0]:.4f} at the start and {losses[-1]:.4f} after"
