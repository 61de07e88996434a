"""Draw from a generator that the loader seeds in each worker: torch's, random's or np.random's."""

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

SEED = 0
torch.manual_seed(SEED)


class Samples(Dataset):
    def __init__(self, draw):
        self.draw = draw

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return self.draw()


def two_epochs(draw):
    """Return the draws of two epochs in batches, numbered in the order in which each first appears."""
    loader = DataLoader(Samples(draw), batch_size=2, num_workers=2, collate_fn=list)
    numbers = {}
    return [
        [[numbers.setdefault(n, len(numbers)) for n in b] for b in loader] for epoch in range(2)
    ]


def broken():
    rng = np.random.default_rng(SEED)

    def draw():
        return int(rng.integers(2**31))

    return two_epochs(draw)


def fixed():
    def draw():
        return np.random.randint(2**31)

    return two_epochs(draw)


def mistake_no_seed():
    rng = np.random.default_rng()

    def draw():
        return int(rng.integers(2**31))

    return two_epochs(draw)


def mistake_torch_generator():
    rng = torch.Generator().manual_seed(SEED)

    def draw():
        return int(torch.randint(2**31, (), generator=rng))

    return two_epochs(draw)


def check(epochs):
    """Eight draws, one a sample in two epochs of four, are eight different numbers."""
    draws = {number for epoch in epochs for batch in epoch for number in batch}
    assert len(draws) == 8, f"{len(draws)} different numbers in 8 draws: {epochs}"
