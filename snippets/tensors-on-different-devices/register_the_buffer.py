"""Register a constant tensor of a module as a buffer, so that `.to` takes it along."""

import torch

device = torch.device("meta")  # stands for "cuda": a CPU-only machine has no other second device


def broken():
    class Normalize(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.mean = torch.tensor([0.5, 0.4, 0.3])

        def forward(self, pixels):
            return pixels - self.mean

    normalize = Normalize().to(device)
    return str(normalize(torch.ones(2, 3).to(device)).device)


def fixed():
    class Normalize(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("mean", torch.tensor([0.5, 0.4, 0.3]), persistent=False)

        def forward(self, pixels):
            return pixels - self.mean

    normalize = Normalize().to(device)
    return str(normalize(torch.ones(2, 3).to(device)).device)


def mistake_move_the_model_again():
    class Normalize(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.mean = torch.tensor([0.5, 0.4, 0.3])

        def forward(self, pixels):
            return pixels - self.mean

    normalize = Normalize().to(device)
    normalize.mean.to(device)
    normalize = normalize.to(device)
    return str(normalize(torch.ones(2, 3).to(device)).device)


def check(place):
    """The result is on the device that the module was moved to."""
    assert place == str(device), f"the result is on {place}, the module was moved to {device}"
