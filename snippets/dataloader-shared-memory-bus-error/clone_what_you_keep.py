"""Clone the part of a batch that outlives the step: a view keeps the whole batch in /dev/shm."""

import torch
from torch.utils.data import DataLoader, Dataset


class Clips(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.tensor(float(index)).expand(25_000_000)  # 100 MB once it is in a batch


loader = DataLoader(Clips(), num_workers=1, prefetch_factor=1)


def broken():
    kept = []
    for batch in loader:
        kept.append(batch[0, :5])
    return kept


def fixed():
    kept = []
    for batch in loader:
        kept.append(batch[0, :5].clone())
    return kept


def mistake_detach():
    kept = []
    for batch in loader:
        kept.append(batch[0, :5].detach().cpu())
    return kept


def mistake_contiguous():
    kept = []
    for batch in loader:
        kept.append(batch[0, :5].contiguous())
    return kept


def check(kept):
    """What was kept has the values of its own batch."""
    first = [float(part[0]) for part in kept]
    assert first == list(range(8)), f"kept: {first}"
