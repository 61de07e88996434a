"""Give the validation loader a generator too: each pass draws a number even without shuffling."""

import torch
from torch.utils.data import DataLoader

SEED = 0
samples = torch.zeros(8, 1)


def masks(validation, passes):
    """Return the dropout masks of four steps, with so many validation passes before each."""
    torch.manual_seed(SEED)
    drawn = []
    for step in range(4):
        for _ in range(passes):
            list(validation)
        drawn.append(torch.nn.functional.dropout(torch.ones(16)).tolist())
    return drawn


def broken():
    validation = DataLoader(samples, batch_size=4)
    return {passes: masks(validation, passes) for passes in (0, 1)}


def fixed():
    validation = DataLoader(samples, batch_size=4, generator=torch.Generator())
    return {passes: masks(validation, passes) for passes in (0, 1)}


def mistake_no_shuffle():
    validation = DataLoader(samples, batch_size=4, shuffle=False, num_workers=0)
    return {passes: masks(validation, passes) for passes in (0, 1)}


def check(drawn):
    """Training draws the same numbers whether the model is validated or not."""
    changed = sum(a != b for a, b in zip(drawn[0], drawn[1]))
    assert changed == 0, f"validating changed the dropout masks of {changed} of 4 steps"
