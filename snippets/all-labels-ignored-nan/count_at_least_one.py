"""Divide a masked sum by at least one: 0 / 0 makes every gradient nan."""

import torch
from torch import nn
from torch.nn.functional import cross_entropy

SEED = 0
torch.manual_seed(SEED)
inputs, labels = torch.randn(5, 6, 8), torch.randint(4, (5, 6))
masks = torch.ones(5, 6)
masks[2] = 0  # the third of five batches has nothing to grade


def train(loss_of, clip=None):
    torch.manual_seed(SEED)
    model = nn.Linear(8, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    finite = []
    for x, y, mask in zip(inputs, labels, masks):
        loss = loss_of(cross_entropy(model(x), y, reduction="none"), mask)
        optimizer.zero_grad()
        loss.backward()
        if clip:
            nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        finite.append(int(model.weight.isfinite().sum()))
    return finite


def broken():
    def loss_of(each, mask):
        return (each * mask).sum() / mask.sum()

    return train(loss_of)


def fixed():
    def loss_of(each, mask):
        return (each * mask).sum() / mask.sum().clamp(min=1)

    return train(loss_of)


def mistake_nan_to_num():
    def loss_of(each, mask):
        return ((each * mask).sum() / mask.sum()).nan_to_num()

    return train(loss_of)


def mistake_clip_gradients():
    def loss_of(each, mask):
        return (each * mask).sum() / mask.sum()

    return train(loss_of, clip=1.0)


def check(finite):
    """After each of the five steps all 32 weights are finite numbers."""
    assert finite == [32] * 5, f"finite weights of 32 after each step: {finite}"
