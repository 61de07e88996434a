"""Freeze first and put the new head on afterwards, so that something is left to train."""

import torch

SEED = 0
torch.manual_seed(SEED)
inputs, labels = torch.randn(16, 6), torch.randint(3, (16,))


def gradient(model):
    torch.nn.functional.cross_entropy(model(inputs), labels).backward()
    return model[2].weight.grad, model[0].weight.grad


def make():
    torch.manual_seed(SEED)
    layers = torch.nn.Linear(6, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1000)
    return torch.nn.Sequential(*layers)


def broken():
    model = make()
    model[2] = torch.nn.Linear(8, 3)
    model.requires_grad_(False)
    return gradient(model)


def fixed():
    model = make()
    model.requires_grad_(False)
    model[2] = torch.nn.Linear(8, 3)
    return gradient(model)


def mistake_inputs_require_grad_later():
    model = make()
    model[2] = torch.nn.Linear(8, 3)
    model.requires_grad_(False)
    inputs.clone().requires_grad_()
    return gradient(model)


def check(result):
    """The head has a gradient, the frozen layer has none."""
    head, backbone = result
    assert head is not None and head.abs().sum() > 0, "the head has no gradient"
    assert backbone is None, "the frozen layer has one"
