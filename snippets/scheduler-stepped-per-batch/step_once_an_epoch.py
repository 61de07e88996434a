"""Step a schedule that counts epochs after the epoch, not after each batch."""

import torch

EPOCHS, BATCHES = 9, 10
weight = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([weight], lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=3, gamma=0.1)  # epochs


def train_batch():
    optimizer.zero_grad()
    weight.square().sum().backward()
    optimizer.step()


def broken():
    rates = []
    for epoch in range(EPOCHS):
        rates.append(optimizer.param_groups[0]["lr"])
        for batch in range(BATCHES):
            train_batch()
            scheduler.step()
    return rates


def fixed():
    rates = []
    for epoch in range(EPOCHS):
        rates.append(optimizer.param_groups[0]["lr"])
        for batch in range(BATCHES):
            train_batch()
        scheduler.step()
    return rates


def mistake_pass_the_epoch_once():
    rates = []
    for epoch in range(EPOCHS):
        rates.append(optimizer.param_groups[0]["lr"])
        scheduler.last_epoch = epoch
        for batch in range(BATCHES):
            train_batch()
            scheduler.step()
    return rates


def check(rates):
    """The rate falls to a tenth after three epochs, and again after six."""
    for epoch, rate in enumerate(rates):
        planned = 0.1 * 0.1 ** (epoch // 3)
        assert abs(rate / planned - 1) < 1e-6, f"epoch {epoch}: {rate:.1e}, planned {planned:.1e}"
