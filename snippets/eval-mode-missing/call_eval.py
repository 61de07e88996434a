"""Call model.eval() before predicting: dropout is on in every freshly built module."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(
    torch.nn.Linear(8, 32),
    torch.nn.ReLU(),
    torch.nn.Dropout(0.5),
    torch.nn.Linear(32, 3),
)
inputs = torch.randn(16, 8)


def twice():
    with torch.no_grad():
        return [model(inputs), model(inputs)]


def broken():
    return twice()


def fixed():
    model.eval()
    return twice()


def mistake_inference_mode():
    with torch.inference_mode():
        return [model(inputs).clone(), model(inputs).clone()]


def mistake_seed_once():
    torch.manual_seed(SEED)
    return twice()


def mistake_freeze():
    model.requires_grad_(False)
    return twice()


def check(outputs):
    """The same input gives the same output when it is asked again."""
    first, second = outputs
    changed = (first.argmax(1) != second.argmax(1)).sum().item()
    off = (first - second).abs().max().item()
    assert off == 0, f"outputs differ by up to {off:.3f}, {changed} of {len(first)} classes changed"
