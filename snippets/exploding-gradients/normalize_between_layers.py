"""Normalize between the layers of a deep stack: the gain of the product is then bounded."""

import torch

SEED = 0
torch.manual_seed(SEED)
x, y = torch.randn(32, 16), torch.randn(32, 16)


def gradient_norm(modules):
    model = torch.nn.Sequential(*modules)
    (model(x) - y).square().mean().backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0, error_if_nonfinite=True)
    return norm.item()


def layer():
    linear = torch.nn.Linear(16, 16)
    torch.nn.init.normal_(linear.weight)
    return linear


def broken():
    modules = []
    for _ in range(40):
        modules += [layer(), torch.nn.ReLU()]
    return gradient_norm(modules)


def fixed():
    modules = []
    for _ in range(40):
        modules += [layer(), torch.nn.LayerNorm(16), torch.nn.ReLU()]
    return gradient_norm(modules)


def check(norm):
    """The gradient of 40 layers has an ordinary size."""
    assert norm < 100, f"gradient norm {norm:.3g}"
