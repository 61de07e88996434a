"""Import AdamW from torch.optim; transformers no longer has its own."""

import torch

SEED = 0
torch.manual_seed(SEED)
weight = torch.nn.Parameter(torch.randn(4))
start = weight.detach().clone()


def broken():
    from transformers import AdamW

    optimizer = AdamW([weight], lr=0.1, weight_decay=0.0)
    weight.sum().backward()
    optimizer.step()
    return weight.detach()


def fixed():
    from torch.optim import AdamW

    optimizer = AdamW([weight], lr=0.1, weight_decay=0.0)
    weight.sum().backward()
    optimizer.step()
    return weight.detach()


def check(after):
    """The first step of Adam moves each weight by the learning rate."""
    moved = (start - after).mean().item()
    assert abs(moved - 0.1) < 1e-4, f"weights moved by {moved:.4f}"
