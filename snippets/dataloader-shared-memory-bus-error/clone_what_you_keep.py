"""Clone the part of a batch that outlives the step: a view keeps the whole batch in /dev/shm."""

import os
import tempfile

import torch
from torch.utils.data import DataLoader, Dataset

# Stand in for a container of Docker: leave 64 MB of the prover's 512 MB.
room = os.statvfs("/dev/shm")
free = room.f_bavail * room.f_frsize
ballast = tempfile.TemporaryFile(dir="/dev/shm")
if free < 1_000_000_000:  # and never fill a workstation's memory
    os.posix_fallocate(ballast.fileno(), 0, free - 64_000_000)


class Clips(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.tensor(float(index)).expand(3_000_000)  # 12 MB once it is in a batch


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
