"""Choose with torch.where instead of an if on the values of a tensor."""

import torch

inputs = [torch.full((4,), 2.0), torch.full((4,), -2.0)]


def broken():
    @torch.compile(backend="eager", fullgraph=True)
    def scale(x):
        if x.sum() > 0:
            x = x * 2
        return x - 1

    return [scale(x) for x in inputs]


def fixed():
    @torch.compile(backend="eager", fullgraph=True)
    def scale(x):
        x = torch.where(x.sum() > 0, x * 2, x)
        return x - 1

    return [scale(x) for x in inputs]


def mistake_dynamic():
    @torch.compile(backend="eager", fullgraph=True, dynamic=True)
    def scale(x):
        if x.sum() > 0:
            x = x * 2
        return x - 1

    return [scale(x) for x in inputs]


def check(outputs):
    """Positive inputs are doubled, negative ones are not."""
    values = [output[0].item() for output in outputs]
    assert values == [3.0, -3.0], f"2 and -2 became {values}"
