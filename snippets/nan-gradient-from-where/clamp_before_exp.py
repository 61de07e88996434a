"""Clamp what goes into exp; anomaly detection names the function that returned NaN."""

import torch

values = [-3.0, 0.0, 5.0, 100.0]


def gradient(softplus):
    x = torch.tensor(values, requires_grad=True)
    with torch.autograd.detect_anomaly():
        softplus(x).sum().backward()
    return x.grad


def broken():
    def softplus(x):
        return torch.where(x > 20, x, x.exp().log1p())

    return gradient(softplus)


def fixed():
    def softplus(x):
        return torch.where(x > 20, x, x.clamp(max=20).exp().log1p())

    return gradient(softplus)


def mistake_clamp_after_exp():
    def softplus(x):
        return torch.where(x > 20, x, x.exp().clamp(max=5e8).log1p())

    return gradient(softplus)


def check(got):
    """The derivative of softplus is the sigmoid."""
    expected = torch.tensor(values, dtype=torch.float64).sigmoid()
    off = (got - expected).abs().max().item()
    assert off < 1e-6, f"gradient {got.tolist()}, sigmoid {expected.tolist()}"
