"""Pool to a fixed size before the linear layer, so that any image size fits."""

import torch

SEED = 0
torch.manual_seed(SEED)
sizes = [32, 48, 65]


def scores(layers):
    torch.manual_seed(SEED)
    model = torch.nn.Sequential(*layers())
    return [model(torch.rand(2, 3, size, size)).shape for size in sizes]


def broken():
    def layers():
        yield torch.nn.Conv2d(3, 6, 3, padding=1)
        yield torch.nn.AvgPool2d(8)
        yield torch.nn.Flatten()
        yield torch.nn.Linear(6 * 4 * 4, 10)

    return scores(layers)


def fixed():
    def layers():
        yield torch.nn.Conv2d(3, 6, 3, padding=1)
        yield torch.nn.AdaptiveAvgPool2d(4)
        yield torch.nn.Flatten()
        yield torch.nn.Linear(6 * 4 * 4, 10)

    return scores(layers)


def check(shapes):
    """Every image size gives one row of ten scores an image."""
    assert all(tuple(shape) == (2, 10) for shape in shapes), f"shapes {shapes}"
