"""Make a new tensor instead of writing through .data, which hides the change from autograd."""

import torch

SEED = 0
torch.manual_seed(SEED)
layer = torch.nn.Linear(4, 3)
inputs, shortcut = torch.randn(8, 4), torch.randn(8, 3)


def broken():
    hidden = layer(inputs).exp()
    hidden.data += shortcut
    hidden.sum().backward()
    return layer.bias.grad


def fixed():
    hidden = layer(inputs).exp()
    hidden = hidden + shortcut
    hidden.sum().backward()
    return layer.bias.grad


def check(gradient):
    """The gradient is what a small change of the bias does to the result."""
    expected = layer(inputs).exp().sum(0).detach()
    wrong = (gradient - expected).abs().max().item()
    assert wrong < 1e-4, f"gradient {wrong:.4f} away from the true one, and no error"
