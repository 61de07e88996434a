"""Flatten everything but the batch; a linear layer looks at the last dimension only."""

import torch

SEED = 0
torch.manual_seed(SEED)
images = torch.rand(16, 1, 28, 28)
layer = torch.nn.Linear(28 * 28, 10)


def broken():
    return layer(images)


def fixed():
    return layer(images.flatten(1))


def mistake_flatten_everything():
    return layer(images.flatten())


def mistake_squeeze():
    return layer(images.squeeze())


def check(scores):
    """Each image has the scores that it gets alone."""
    alone = torch.stack([layer(image.reshape(784)) for image in images])
    torch.testing.assert_close(scores, alone)
