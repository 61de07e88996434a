"""Seed random, numpy and torch at the top of the script, before the model is built."""

import random

import numpy as np
import torch

SEED = 0


def compare(script):
    """Run the script twice, each time as a new interpreter begins; compare what they drew."""
    runs = []
    for run in range(2):
        random.seed(), np.random.seed(), torch.seed()  # from the operating system
        runs.append(script())
    first, second = runs
    return {name: torch.equal(first[name], second[name]) for name in first}


def train():
    model = torch.nn.Linear(4, 1)
    return train_on(model, first=model.weight.detach().clone())


def train_on(model, first):
    order = random.sample(range(64), 64)
    noise = torch.tensor(np.random.normal(size=(64, 4)), dtype=torch.float32)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for index in order:
        optimizer.zero_grad()
        model(noise[index] + index / 64).square().sum().backward()
        optimizer.step()
    last = model.weight.detach().clone()
    return {"first weights": first, "order": torch.tensor(order), "noise": noise, "weights": last}


def broken():
    def script():
        return train()

    return compare(script)


def fixed():
    def script():
        random.seed(SEED)
        np.random.seed(SEED)
        torch.manual_seed(SEED)
        return train()

    return compare(script)


def mistake_torch_only():
    def script():
        torch.manual_seed(SEED)
        return train()

    return compare(script)


def mistake_after_the_model():
    def script():
        model = torch.nn.Linear(4, 1)
        first = model.weight.detach().clone()
        random.seed(SEED)
        np.random.seed(SEED)
        torch.manual_seed(SEED)
        return train_on(model, first)

    return compare(script)


def mistake_deterministic_algorithms():
    def script():
        torch.use_deterministic_algorithms(True)
        return train()

    return compare(script)


def check(equal):
    """Two runs of one script are equal from the first weights to the last."""
    differing = [name for name, same in equal.items() if not same]
    assert not differing, f"two runs differ in: {', '.join(differing)}"
