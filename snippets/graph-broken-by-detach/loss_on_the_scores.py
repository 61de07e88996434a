"""Compute the loss from scores or probabilities; argmax and comparisons have no gradient."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(5, 2)
pixels, mask = torch.randn(64, 5), torch.randint(2, (64,)).float()


def broken():
    predicted = model(pixels).argmax(1).float()
    overlap = 2 * (predicted * mask).sum() / (predicted.sum() + mask.sum())
    (1 - overlap).backward()
    return model.weight.grad


def fixed():
    predicted = model(pixels).softmax(1)[:, 1]
    overlap = 2 * (predicted * mask).sum() / (predicted.sum() + mask.sum())
    (1 - overlap).backward()
    return model.weight.grad


def mistake_threshold():
    predicted = (model(pixels).softmax(1)[:, 1] > 0.5).float()
    overlap = 2 * (predicted * mask).sum() / (predicted.sum() + mask.sum())
    (1 - overlap).backward()
    return model.weight.grad


def check(gradient):
    """A small step against the gradient raises the soft overlap."""

    def soft(weight):
        p = torch.nn.functional.linear(pixels, weight, model.bias).softmax(1)[:, 1]
        return (2 * (p * mask).sum() / (p.sum() + mask.sum())).item()

    before, after = soft(model.weight), soft(model.weight - 0.1 * gradient)
    assert after > before, f"overlap {before:.4f} before the step, {after:.4f} after it"
