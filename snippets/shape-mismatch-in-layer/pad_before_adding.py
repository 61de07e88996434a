"""Bring the upsampled map to the size of the skip connection before joining the two."""

import torch

SEED = 0
torch.manual_seed(SEED)
image = torch.rand(1, 3, 25, 25)
down, up = torch.nn.Conv2d(3, 3, 3, 2, 1), torch.nn.ConvTranspose2d(3, 3, 2, 2)


def broken():
    deep = up(down(image))
    return (image + deep).shape


def fixed():
    deep = up(down(image))
    deep = torch.nn.functional.interpolate(deep, size=image.shape[-2:])
    return (image + deep).shape


def check(shape):
    """The output is as large as the image."""
    assert tuple(shape) == tuple(image.shape), f"{tuple(shape)} for {tuple(image.shape)}"
