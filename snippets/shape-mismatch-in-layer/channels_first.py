"""Move the channels to where the convolution expects them: permute, not view or reshape."""

import torch

SEED = 0
torch.manual_seed(SEED)
photos = torch.rand(4, 16, 12, 3)
layer = torch.nn.Conv2d(3, 5, 3)


def broken():
    return layer(photos).shape


def fixed():
    return layer(photos.permute(0, 3, 1, 2)).shape


def check(shape):
    """Five maps of the photo's height and width, less the border."""
    assert tuple(shape) == (4, 5, 14, 10), f"maps of shape {tuple(shape)}"
