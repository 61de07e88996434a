"""Compute frozen features under no_grad; those of inference_mode cannot enter a graph."""

import torch

SEED = 0
torch.manual_seed(SEED)
x = torch.randn(16, 8)
backbone, head = torch.nn.Linear(8, 16).requires_grad_(False), torch.nn.Linear(16, 3)


def broken():
    with torch.inference_mode():
        features = backbone(x)
    head(features).square().mean().backward()
    return head.weight.grad


def fixed():
    with torch.no_grad():
        features = backbone(x)
    head(features).square().mean().backward()
    return head.weight.grad


def check(gradient):
    """The head gets a gradient."""
    assert gradient is not None and gradient.norm() > 0, "the head has no gradient"
