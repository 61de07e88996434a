"""Seed each sample from epoch and index, so that neither workers nor their number matter."""

import numpy as np
from torch.utils.data import DataLoader, Dataset

SEED = 0


class Noise(Dataset):
    def __init__(self, draw):
        self.draw, self.epoch, self.rng = draw, 0, np.random.default_rng(SEED)

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return self.draw(self, index)


def two_epochs(draw, num_workers):
    dataset = Noise(draw)
    epochs = []
    for dataset.epoch in range(2):
        loader = DataLoader(dataset, batch_size=None, num_workers=num_workers)
        epochs.append(list(loader))
    return epochs


def broken():
    def draw(dataset, index):
        return int(dataset.rng.integers(2**31))

    return {workers: two_epochs(draw, workers) for workers in (0, 2)}


def fixed():
    def draw(dataset, index):
        rng = np.random.default_rng([SEED, dataset.epoch, index])
        return int(rng.integers(2**31))

    return {workers: two_epochs(draw, workers) for workers in (0, 2)}


def check(epochs):
    """Eight draws are eight numbers, and the same ones without workers and with two."""
    for workers, (first, second) in epochs.items():
        count = len({*first, *second})
        assert count == 8, f"{workers} workers: {count} different numbers in 8 draws"
    assert epochs[0] == epochs[2], "without workers and with two the samples differ"
