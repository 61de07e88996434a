"""Tell OneCycleLR the number of updates: it refuses a step beyond its end."""

import torch

EPOCHS, BATCHES = 3, 10
weight = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([weight], lr=0.1)


def rates_of(**length):
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, **length)
    rates = []
    for _ in range(EPOCHS * BATCHES):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return rates


def broken():
    return rates_of(total_steps=EPOCHS)


def fixed():
    return rates_of(epochs=EPOCHS, steps_per_epoch=BATCHES)


def mistake_one_more():
    return rates_of(total_steps=EPOCHS + 1)


def check(rates):
    """The peak is reached after 30 % of the updates."""
    peak = max(range(len(rates)), key=rates.__getitem__)
    assert peak == 8, f"the peak is at update {peak} of {len(rates)}"
