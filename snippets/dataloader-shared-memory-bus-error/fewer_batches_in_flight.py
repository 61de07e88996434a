"""Keep num_workers * prefetch_factor batches, plus the one in use, below the size of /dev/shm."""

import os
import tempfile
import time

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
        return 12

    def __getitem__(self, index):
        return torch.tensor(float(index)).expand(2_500_000)  # 20 MB in a batch of two


def train(loader):
    seen = []
    for batch in loader:
        time.sleep(0 if seen else 1)  # the first step takes long, and the worker runs ahead
        seen += batch[:, 0].tolist()
    return seen


def broken():
    return train(DataLoader(Clips(), batch_size=2, num_workers=1, prefetch_factor=4))


def fixed():
    return train(DataLoader(Clips(), batch_size=2, num_workers=1, prefetch_factor=1))


def mistake_file_system_strategy():
    torch.multiprocessing.set_sharing_strategy("file_system")
    return train(DataLoader(Clips(), batch_size=2, num_workers=1, prefetch_factor=4))


def mistake_persistent_workers():
    options = {"num_workers": 1, "prefetch_factor": 4, "persistent_workers": True}
    return train(DataLoader(Clips(), batch_size=2, **options))


def check(seen):
    """Every sample arrives, with its own content."""
    assert seen == list(range(12)), f"arrived: {seen}"
