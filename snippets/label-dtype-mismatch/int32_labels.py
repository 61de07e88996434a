"""Convert int32 labels to int64; the loss takes only int64 and uint8 as class ids."""

import numpy
import torch

SEED = 0
torch.manual_seed(SEED)
logits = torch.randn(2, 4, 5, 5)
mask = numpy.arange(50, dtype=numpy.int32).reshape(2, 5, 5) % 4  # a segmentation mask


def broken():
    labels = torch.from_numpy(mask)
    return torch.nn.functional.cross_entropy(logits, labels)


def fixed():
    labels = torch.from_numpy(mask).long()
    return torch.nn.functional.cross_entropy(logits, labels)


def check(loss):
    """The loss of a mask is the loss of its pixels."""
    pixels = logits.permute(0, 2, 3, 1).reshape(50, 4)
    one_hot = torch.eye(4)[mask.reshape(-1)]
    torch.testing.assert_close(loss, -(pixels.log_softmax(1) * one_hot).sum(1).mean())
