"""Clip between backward and step: a gradient that was used already is past clipping."""

import math

import torch

SEED = 0
torch.manual_seed(SEED)
target = torch.randn(8)
batches = torch.randn(30, 16, 8)
batches[15, 0] *= 1000  # one sample in the wrong unit
clean = torch.randn(64, 8)
model = torch.nn.Linear(8, 1, bias=False)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def backward(x):
    optimizer.zero_grad()
    (model(x)[:, 0] - x @ target).square().mean().backward()


def validation():
    with torch.no_grad():
        return math.log10((model(clean)[:, 0] - clean @ target).square().mean().item())


def broken():
    losses = []
    for x in batches:
        backward(x)
        optimizer.step()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        losses.append(validation())
    return losses


def fixed():
    losses = []
    for x in batches:
        backward(x)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(validation())
    return losses


def mistake_used_up_generator():
    params, losses = model.parameters(), []
    for x in batches:
        backward(x)
        torch.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        losses.append(validation())
    return losses


def mistake_lower_the_rate():
    optimizer.param_groups[0]["lr"] = 0.001
    return broken()


def check(losses):
    """No single batch makes the model ten times worse."""
    jump = max(after - before for before, after in zip(losses, losses[1:], strict=False))
    assert jump < 1, f"one step made the loss on clean data 10^{jump:.1f} times as large"
