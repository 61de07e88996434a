"""Give a schedule that is stepped per update its lengths in updates."""

import torch

EPOCHS, BATCHES = 3, 10
weight = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([weight], lr=0.1)


def rates_of(scheduler):
    """Train and return the rate of every update."""
    rates = []
    for _ in range(EPOCHS * BATCHES):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.zero_grad()
        weight.square().sum().backward()
        optimizer.step()
        scheduler.step()
    return rates


def broken():
    return rates_of(torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS))


def fixed():
    return rates_of(torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS * BATCHES))


def mistake_a_floor():
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS, eta_min=0.001)
    return rates_of(scheduler)


def check(rates):
    """The rate never rises, and half of it is left at half time."""
    rises = sum(later > earlier + 1e-9 for earlier, later in zip(rates, rates[1:]))
    half = rates[len(rates) // 2]
    assert rises == 0, f"the rate rises {rises} times"
    assert abs(half - 0.05) < 1e-3, f"{half:.4f} at half time"
