"""Add up the loss tensors themselves; item() is for the log."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(4, 1)
tasks, targets = torch.randn(3, 8, 4), torch.randn(3, 8, 1)


def broken():
    parts = []
    for x, y in zip(tasks, targets, strict=True):
        parts.append((model(x) - y).pow(2).mean().item())
    torch.tensor(parts).mean().backward()
    return model.weight.grad


def fixed():
    parts = []
    for x, y in zip(tasks, targets, strict=True):
        parts.append((model(x) - y).pow(2).mean())
    torch.stack(parts).mean().backward()
    return model.weight.grad


def mistake_clone():
    parts = []
    for x, y in zip(tasks, targets, strict=True):
        parts.append((model(x) - y).pow(2).mean().item())
    torch.tensor(parts).clone().mean().backward()
    return model.weight.grad


def check(gradient):
    """The gradient is that of the mean over all tasks, worked out by hand."""
    x, error = tasks.flatten(0, 1), (model(tasks) - targets).flatten(0, 1)
    torch.testing.assert_close(gradient, 2 * (error * x).mean(0, keepdim=True).detach())
