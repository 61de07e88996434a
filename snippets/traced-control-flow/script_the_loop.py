"""Compile loops with torch.jit.script, which reads the code; a trace only has their rounds."""

import torch

rows = torch.ones(5, 2)


def broken():
    def total(x):
        out = torch.zeros(2)
        for i in range(x.shape[0]):
            out = out + x[i]
        return out

    return torch.jit.trace(total, torch.ones(3, 2))(rows)


def fixed():
    def total(x):
        out = torch.zeros(2)
        for i in range(x.shape[0]):
            out = out + x[i]
        return out

    return torch.jit.script(total)(rows)


def mistake_longer_example():
    def total(x):
        out = torch.zeros(2)
        for i in range(x.shape[0]):
            out = out + x[i]
        return out

    return torch.jit.trace(total, torch.ones(4, 2))(rows)


def check(total):
    """Five rows of ones add up to 5."""
    assert total.tolist() == [5.0, 5.0], f"five rows of ones add up to {total.tolist()}"
