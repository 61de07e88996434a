"""Replace the bad inputs before the function, not only its bad outputs after it."""

import torch

values = [-1.0, 0.0, 0.25, 4.0]


def gradient(function):
    x = torch.tensor(values, requires_grad=True)
    y = function(x)
    y.sum().backward()
    return {"y": y.detach(), "gradient": x.grad}


def broken():
    def function(x):
        return torch.where(x > 0, x.sqrt(), 0.0)

    return gradient(function)


def fixed():
    def function(x):
        safe = torch.where(x > 0, x, 1.0)
        return torch.where(x > 0, safe.sqrt(), 0.0)

    return gradient(function)


def mistake_nan_to_num():
    def function(x):
        return torch.where(x > 0, x.sqrt(), 0.0).nan_to_num()

    return gradient(function)


def mistake_multiply_by_mask():
    def function(x):
        return x.clamp(min=0.0).sqrt() * (x > 0)

    return gradient(function)


def check(result):
    """The gradient is 1 / (2 sqrt(x)) where x is positive and 0 elsewhere."""
    expected = torch.tensor([0.5 * v**-0.5 if v > 0 else 0.0 for v in values])
    got = result["gradient"]
    assert torch.equal(got, expected), f"gradient {got.tolist()}, expected {expected.tolist()}"
