"""Step the optimizer first, then the scheduler."""

import torch

weight = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([weight], lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=3, gamma=0.1)


def used_rate():
    return optimizer.param_groups[0]["lr"]


def broken():
    rates = []
    for _ in range(9):
        weight.square().sum().backward()
        scheduler.step()
        rates.append(used_rate())
        optimizer.step()
        optimizer.zero_grad()
    return rates


def fixed():
    rates = []
    for _ in range(9):
        weight.square().sum().backward()
        rates.append(used_rate())
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    return rates


def mistake_step_once_before_the_loop():
    rates = []
    optimizer.step()
    for _ in range(9):
        weight.square().sum().backward()
        scheduler.step()
        rates.append(used_rate())
        optimizer.step()
        optimizer.zero_grad()
    return rates


def check(rates):
    """Step i uses the rate that the schedule gives for step i, counted from 0."""
    planned = [0.1 * 0.1 ** (i // 3) for i in range(len(rates))]
    off = [i for i, rate in enumerate(rates) if abs(rate / planned[i] - 1) > 1e-6]
    assert not off, f"steps {off} of 0-{len(rates) - 1} used another rate than planned"
