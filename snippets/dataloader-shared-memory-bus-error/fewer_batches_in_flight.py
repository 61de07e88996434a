"""Keep num_workers * prefetch_factor batches, plus the one in use, below the size of /dev/shm."""

import time

import torch
from torch.utils.data import DataLoader, Dataset

# A 200 MB batch. The prover's /dev/shm has 512 MB; a container of Docker has 64 MB.
FLOATS = 25_000_000


class Clips(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.tensor(float(index)).expand(FLOATS)


def train(loader):
    seen = []
    for batch in loader:
        time.sleep(0.5)  # the step, while the workers run ahead
        seen += batch[:, 0].tolist()
    return seen


def broken():
    return train(DataLoader(Clips(), batch_size=2, num_workers=2))


def fixed():
    return train(DataLoader(Clips(), batch_size=2, num_workers=1, prefetch_factor=1))


def mistake_file_system_strategy():
    torch.multiprocessing.set_sharing_strategy("file_system")
    return train(DataLoader(Clips(), batch_size=2, num_workers=2))


def check(seen):
    """Every sample arrives, with its own content."""
    assert seen == list(range(8)), f"arrived: {seen}"
