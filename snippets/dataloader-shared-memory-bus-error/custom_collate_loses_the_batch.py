"""With a collate_fn of your own the same shortage hangs: the failed batch is lost on its way."""

import torch
from torch.utils.data import DataLoader, Dataset


class Clips(Dataset):
    def __len__(self):
        return 3

    def __getitem__(self, index):
        return torch.full((45_000_000,), float(index))  # 180 MB


def collate(samples):
    return torch.stack(samples)


def broken():
    loader = DataLoader(Clips(), num_workers=3, prefetch_factor=1, collate_fn=collate)
    return [float(batch[0, 0]) for batch in loader]


def fixed():
    loader = DataLoader(Clips(), num_workers=1, prefetch_factor=1, collate_fn=collate)
    return [float(batch[0, 0]) for batch in loader]


def check(seen):
    """Every batch arrives."""
    assert seen == [0, 1, 2], f"arrived: {seen}"
