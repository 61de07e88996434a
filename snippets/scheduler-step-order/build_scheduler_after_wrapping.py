"""Build the scheduler after whatever wraps optimizer.step, so that its order check still works."""

import types

import torch
from torch.optim.lr_scheduler import ExponentialLR

weight = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([weight], lr=0.1)


def wrap_step(optimizer):
    step, optimizer.steps_taken = optimizer.step, 0

    def counted(self, *args, **kwargs):
        self.steps_taken += 1
        return step(*args, **kwargs)

    optimizer.step = types.MethodType(counted, optimizer)


def train(scheduler):
    for _ in range(3):
        optimizer.zero_grad()
        weight.square().sum().backward()
        optimizer.step()
        scheduler.step()
    return optimizer.steps_taken


def broken():
    scheduler = ExponentialLR(optimizer, gamma=0.5)
    wrap_step(optimizer)
    return train(scheduler)


def fixed():
    wrap_step(optimizer)
    scheduler = ExponentialLR(optimizer, gamma=0.5)
    return train(scheduler)


def check(steps):
    """The wrapper still counts every step of the optimizer."""
    assert steps == 3, f"{steps} of 3 steps counted"
