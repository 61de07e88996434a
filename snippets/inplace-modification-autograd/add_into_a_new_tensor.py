"""Add into a new tensor; += writes over the one that backward still needs."""

import torch

SEED = 0
torch.manual_seed(SEED)
layer = torch.nn.Linear(4, 3)
inputs, shortcut = torch.randn(8, 4), torch.randn(8, 3)


def broken():
    hidden = layer(inputs).exp()
    hidden += shortcut
    hidden.sum().backward()
    return layer.bias.grad


def fixed():
    hidden = layer(inputs).exp()
    hidden = hidden + shortcut
    hidden.sum().backward()
    return layer.bias.grad


def mistake_clone_the_other_operand():
    hidden = layer(inputs).exp()
    hidden += shortcut.clone()
    hidden.sum().backward()
    return layer.bias.grad


def mistake_retain_graph():
    hidden = layer(inputs).exp()
    hidden += shortcut
    hidden.sum().backward(retain_graph=True)
    return layer.bias.grad


def mistake_clone_afterwards():
    hidden = layer(inputs).exp()
    hidden += shortcut
    hidden.clone().sum().backward()
    return layer.bias.grad


def check(gradient):
    """The gradient of a sum of exponentials is that sum."""
    torch.testing.assert_close(gradient, layer(inputs).exp().sum(0).detach())
