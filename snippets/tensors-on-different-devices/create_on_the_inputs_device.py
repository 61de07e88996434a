"""Create new tensors in forward on the device of the input."""

import torch

device = torch.device("meta")  # stands for "cuda": a CPU-only machine has no other second device


def broken():
    class AddPositions(torch.nn.Module):
        def forward(self, x):
            positions = torch.arange(x.shape[1])
            return x + positions

    model = AddPositions().to(device)
    return str(model(torch.ones(2, 6).to(device)).device)


def fixed():
    class AddPositions(torch.nn.Module):
        def forward(self, x):
            positions = torch.arange(x.shape[1], device=x.device)
            return x + positions

    model = AddPositions().to(device)
    return str(model(torch.ones(2, 6).to(device)).device)


def check(place):
    """The result is on the device of the input."""
    assert place == str(device), f"the result is on {place}, the input on {device}"
