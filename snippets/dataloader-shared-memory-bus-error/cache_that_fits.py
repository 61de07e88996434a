"""Size a shared cache by what /dev/shm holds: Python's SharedMemory promises room it may not have."""

import os
import tempfile
from multiprocessing.shared_memory import SharedMemory

import numpy as np
from torch.utils.data import DataLoader, Dataset

# Stand in for a container of Docker: leave 64 MB of the prover's 512 MB.
room = os.statvfs("/dev/shm")
free = room.f_bavail * room.f_frsize
ballast = tempfile.TemporaryFile(dir="/dev/shm")
if free < 1_000_000_000:  # and never fill a workstation's memory
    os.posix_fallocate(ballast.fileno(), 0, free - 64_000_000)
PIXELS = 7_000_000


class Cached(Dataset):
    """Images decoded once by whichever worker comes first, and shared by all."""

    def __init__(self, dtype):
        self.dtype = dtype
        size = PIXELS * np.dtype(dtype).itemsize
        self.blocks = [SharedMemory(create=True, size=size) for _ in range(3)]

    def __len__(self):
        return len(self.blocks)

    def __getitem__(self, index):
        image = np.ndarray(PIXELS, self.dtype, self.blocks[index].buf)
        image[:] = index
        return int(image[-1])


def epoch(dataset):
    try:
        return [int(number) for number in DataLoader(dataset, batch_size=None, num_workers=1)]
    finally:
        for block in dataset.blocks:
            block.unlink()


def broken():
    return epoch(Cached(np.float32))


def fixed():
    return epoch(Cached(np.uint8))


def check(seen):
    """Every image comes out of the cache."""
    assert seen == [0, 1, 2], f"arrived: {seen}"
