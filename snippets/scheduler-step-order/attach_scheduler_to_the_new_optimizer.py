"""Build the scheduler on the optimizer that takes the steps, after every rebuild of it."""

import torch
from torch.optim.lr_scheduler import ExponentialLR

model = torch.nn.Linear(2, 1)


def train(optimizer, scheduler):
    rates = []
    for _ in range(6):
        optimizer.zero_grad()
        model(torch.ones(1, 2)).sum().backward()
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return rates


def broken():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = ExponentialLR(optimizer, gamma=0.5)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, weight_decay=0.01)
    return train(optimizer, scheduler)


def fixed():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, weight_decay=0.01)
    scheduler = ExponentialLR(optimizer, gamma=0.5)
    return train(optimizer, scheduler)


def mistake_step_once_before_the_loop():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = ExponentialLR(optimizer, gamma=0.5)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, weight_decay=0.01)
    optimizer.step()
    return train(optimizer, scheduler)


def check(rates):
    """The rate that the optimizer uses follows the schedule."""
    planned = [0.1 * 0.5**i for i in range(len(rates))]
    assert rates == planned, f"step {len(rates)} used {rates[-1]:.4f}, planned {planned[-1]:.4f}"
