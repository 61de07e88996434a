"""Do the sum of squares of a hand-written norm in float32 and come back to half afterwards."""

import torch

SEED = 0
torch.manual_seed(SEED)
hidden = (torch.randn(4, 64) * 400).half()  # each value fits, its square does not
weight = torch.ones(64).half()


def broken():
    x = hidden
    x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
    return weight * x.half()


def fixed():
    x = hidden.float()
    x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
    return weight * x.half()


def mistake_autocast_around_it():
    with torch.autocast("cpu", dtype=torch.float16):
        x = hidden
        x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
        return weight * x.half()


def mistake_larger_epsilon():
    x = hidden
    x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-2)
    return weight * x.half()


def check(normed):
    """The rows that an RMS norm returns have a root mean square of 1."""
    rms = normed.double().pow(2).mean(-1).sqrt()
    assert (rms - 1).abs().max() < 0.01, f"root mean squares {[round(r, 3) for r in rms.tolist()]}"
