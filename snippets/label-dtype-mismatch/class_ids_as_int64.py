"""Give cross_entropy class ids as int64; a table with gaps delivers them as floats."""

import numpy
import torch

SEED = 0
torch.manual_seed(SEED)
logits = torch.randn(6, 3)
column = numpy.array([0, 2, 1, 1, 0, 2], dtype=numpy.float64)  # as read from a table


def broken():
    labels = torch.from_numpy(column)
    return torch.nn.functional.cross_entropy(logits, labels)


def fixed():
    labels = torch.from_numpy(column).long()
    return torch.nn.functional.cross_entropy(logits, labels)


def mistake_float():
    labels = torch.from_numpy(column).float()
    return torch.nn.functional.cross_entropy(logits, labels)


def mistake_int():
    labels = torch.from_numpy(column).int()
    return torch.nn.functional.cross_entropy(logits, labels)


def mistake_logits_to_double():
    labels = torch.from_numpy(column)
    return torch.nn.functional.cross_entropy(logits.double(), labels)


def check(loss):
    """The loss is the mean surprise at the right classes, one sample at a time."""
    shares = logits.exp() / logits.exp().sum(1, keepdim=True)
    by_hand = -sum(shares[i, int(c)].log() for i, c in enumerate(column)) / 6
    torch.testing.assert_close(loss, by_hand)
