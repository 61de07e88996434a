"""Reshape the labels once, where they are made, and the warning is gone with the error."""

import torch
from torch.nn.functional import mse_loss

SEED = 0
torch.manual_seed(SEED)
prediction = torch.randn(32, 1)
labels = [float(i % 5) for i in range(32)]


def broken():
    targets = torch.tensor(labels)
    return mse_loss(prediction, targets).item()


def fixed():
    targets = torch.tensor(labels).reshape(-1, 1)
    return mse_loss(prediction, targets).item()


def check(loss):
    """The loss is the mean over the samples of their own squared errors."""
    errors = [(p - t) ** 2 for p, t in zip(prediction[:, 0].tolist(), labels)]
    expected = sum(errors) / 32
    assert abs(loss - expected) < 1e-4, f"loss {loss:.3f}, sample by sample {expected:.3f}"
