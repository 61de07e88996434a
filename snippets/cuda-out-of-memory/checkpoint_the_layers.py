"""Recompute activations in backward: keep the input of each layer and nothing inside it."""

import torch
import torch._dynamo  # checkpoint imports it: once here instead of in the run
from torch.utils.checkpoint import checkpoint

SEED = 0
torch.manual_seed(SEED)
layers = torch.nn.ModuleList(
    torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.GELU(), torch.nn.Linear(256, 64))
    for _ in range(6)
)
inputs = torch.randn(64, 64)


def forward(x):
    for layer in layers:
        x = x + layer(x)
    return x.square().mean()


expected = torch.autograd.grad(forward(inputs), list(layers.parameters()))


def measure(loss_of):
    """Run forward and backward; return the kilobytes kept between them, and the gradients."""
    own = {p.data_ptr() for p in layers.parameters()}
    kept = {}

    def pack(tensor):
        if tensor.data_ptr() not in own:
            kept[tensor.data_ptr()] = tensor.nbytes
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        loss = loss_of(inputs)
    kilobytes = sum(kept.values()) / 1000
    loss.backward()
    return kilobytes, [p.grad for p in layers.parameters()]


def broken():
    def loss_of(x):
        for layer in layers:
            x = x + layer(x)
        return x.square().mean()

    return measure(loss_of)


def fixed():
    def loss_of(x):
        for layer in layers:
            x = x + checkpoint(layer, x, use_reentrant=False)
        return x.square().mean()

    return measure(loss_of)


def check(result):
    """The gradients are the same, and less than 200 kB are kept for them."""
    kilobytes, gradients = result
    for gradient, wanted in zip(gradients, expected, strict=True):
        torch.testing.assert_close(gradient, wanted)
    assert kilobytes < 200, f"{kilobytes:.0f} kB kept for backward"
