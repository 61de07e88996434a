"""Use sizes as they are in a traced function: float(), int() and len() make them constants."""

import torch

rows = torch.ones(6, 2)


def broken():
    def mean(x):
        return x.sum(0) / float(x.shape[0])

    return torch.jit.trace(mean, torch.ones(3, 2))(rows)


def fixed():
    def mean(x):
        return x.sum(0) / x.shape[0]

    return torch.jit.trace(mean, torch.ones(3, 2))(rows)


def mistake_len():
    def mean(x):
        return x.sum(0) / len(x)

    return torch.jit.trace(mean, torch.ones(3, 2))(rows)


def mistake_int():
    def mean(x):
        return x.sum(0) / int(x.shape[0])

    return torch.jit.trace(mean, torch.ones(3, 2))(rows)


def check(mean):
    """The mean of ones is 1, for six rows as for three."""
    assert mean.tolist() == [1.0, 1.0], f"the mean of ones is {mean.tolist()}"
