"""Let workers send uint8 and convert after the transfer: a quarter of the shared memory."""

import time

import torch
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    def __init__(self, transform):
        self.transform = transform

    def __len__(self):
        return 8

    def __getitem__(self, index):
        pixels = torch.tensor(index, dtype=torch.uint8).expand(25_000_000)
        return self.transform(pixels)


def train(loader, transform):
    seen = []
    for batch in loader:
        time.sleep(0.5)  # the step, while the workers run ahead
        seen += transform(batch[:, 0]).mul(255).round().tolist()
    return seen


def scale(pixels):
    return pixels / 255


def keep(pixels):
    return pixels


def broken():
    loader = DataLoader(Images(scale), batch_size=2, num_workers=2)
    return train(loader, keep)


def fixed():
    loader = DataLoader(Images(keep), batch_size=2, num_workers=2)
    return train(loader, scale)


def check(seen):
    """Every sample arrives, with its own content."""
    assert seen == list(range(8)), f"arrived: {seen}"
