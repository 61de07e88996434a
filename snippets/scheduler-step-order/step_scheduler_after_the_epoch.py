"""Step a per-epoch scheduler at the end of the epoch, after its optimizer steps."""

import torch

weight = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([weight], lr=0.1)
scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)


def train_epoch():
    for _ in range(3):
        optimizer.zero_grad()
        weight.square().sum().backward()
        optimizer.step()
    return optimizer.param_groups[0]["lr"]


def broken():
    rates = []
    for _ in range(4):
        scheduler.step()
        rates.append(train_epoch())
    return rates


def fixed():
    rates = []
    for _ in range(4):
        rates.append(train_epoch())
        scheduler.step()
    return rates


def check(rates):
    """Epoch 0 trains at the rate that the optimizer was given."""
    assert rates[0] == 0.1, f"the first epoch used {rates[0]}, the optimizer was given 0.1"
