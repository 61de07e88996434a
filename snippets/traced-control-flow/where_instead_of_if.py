"""Choose with torch.where before tracing: a trace keeps the branch that its example took."""

import warnings

import torch

inputs = [torch.full((4,), 2.0), torch.full((4,), -2.0)]


def scale(x):
    if x.sum() > 0:
        return x * 2
    return x - 1


def broken():
    def scale(x):
        if x.sum() > 0:
            return x * 2
        return x - 1

    traced = torch.jit.trace(scale, torch.ones(4))
    return [traced(x) for x in inputs]


def fixed():
    def scale(x):
        return torch.where(x.sum() > 0, x * 2, x - 1)

    traced = torch.jit.trace(scale, torch.ones(4))
    return [traced(x) for x in inputs]


def mistake_another_example():
    traced = torch.jit.trace(scale, -torch.ones(4))
    return [traced(x) for x in inputs]


def mistake_silence_the_warning():
    warnings.filterwarnings("ignore", category=torch.jit.TracerWarning)
    traced = torch.jit.trace(scale, torch.ones(4))
    return [traced(x) for x in inputs]


def mistake_check_trace():
    traced = torch.jit.trace(scale, torch.ones(4), check_trace=True)
    return [traced(x) for x in inputs]


def check(outputs):
    """The traced function gives what the Python function gives, for both signs."""
    off = [i for i, (x, y) in enumerate(zip(inputs, outputs)) if not torch.equal(scale(x), y)]
    names = ["2.0", "-2.0"]
    assert not off, "wrong for " + ", ".join(
        f"{names[i]}: {outputs[i][0].item()}, not {scale(inputs[i])[0].item()}" for i in off
    )
