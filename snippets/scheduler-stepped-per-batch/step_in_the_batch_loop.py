"""Step a warm-up that counts updates after each update, not after each epoch."""

import torch
from transformers import get_linear_schedule_with_warmup

EPOCHS, BATCHES = 4, 25
weight = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([weight], lr=0.1)
scheduler = get_linear_schedule_with_warmup(optimizer, 10, EPOCHS * BATCHES)
rates = []


def train_batch():
    rates.append(optimizer.param_groups[0]["lr"])
    optimizer.zero_grad()
    weight.square().sum().backward()
    optimizer.step()


def broken():
    for epoch in range(EPOCHS):
        for batch in range(BATCHES):
            train_batch()
        scheduler.step()
    return rates


def fixed():
    for epoch in range(EPOCHS):
        for batch in range(BATCHES):
            train_batch()
            scheduler.step()
    return rates


def mistake_step_twice():
    for epoch in range(EPOCHS):
        scheduler.step()
        for batch in range(BATCHES):
            train_batch()
        scheduler.step()
    return rates


def check(rates):
    """Update 10 has the full rate, and the last one next to nothing."""
    assert abs(rates[10] - 0.1) < 1e-6, f"update 10 has {rates[10]:.4f}, the last {rates[-1]:.4f}"
    assert rates[-1] < 0.002, f"the last update has {rates[-1]:.4f}"
