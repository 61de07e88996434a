"""Raise the rate until the loss runs away, and train a factor of ten below that."""

import torch
from torch.nn.functional import cross_entropy

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(256, 20) * 3
labels = (inputs @ torch.randn(20, 5)).argmax(1)


def make_model():
    torch.manual_seed(SEED)
    layers = torch.nn.Linear(20, 64), torch.nn.ReLU(), torch.nn.Linear(64, 5)
    return torch.nn.Sequential(*layers)


def train(rate_at, steps):
    """Return the loss of each step; the rate is a function of the step."""
    model, series = make_model(), []
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0, momentum=0.9)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = rate_at(step)
        batch = torch.randint(256, (32,))
        loss = cross_entropy(model(inputs[batch]), labels[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        series.append(loss.item())
    return series


def limit():
    """Return the rate at which the loss of a sweep is four times its best so far."""
    rates = [1e-4 * 1.2**step for step in range(80)]
    best = float("inf")
    for rate, loss in zip(rates, train(rates.__getitem__, len(rates)), strict=True):
        best = min(best, loss)
        if not loss < 4 * best:
            return rate
    return rates[-1]


def broken():
    return train(lambda step: 3.0, steps=60)


def fixed():
    rate = limit() / 10
    return train(lambda step: rate, steps=60)


def check(series):
    """Sixty steps lower the loss to less than half."""
    start, end = sum(series[:3]) / 3, sum(series[-10:]) / 10
    assert end < start / 2, f"loss {start:.2f} in the first steps, {end:.2f} in the last ten"
