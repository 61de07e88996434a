"""Decode each sample once in a process of its own, and leave out those that kill it."""

import ctypes
import multiprocessing
import time

from torch.utils.data import DataLoader, Dataset, Subset


def decode(index):
    """Stand in for a decoder that reads through a null pointer at one damaged file."""
    if index == 2:
        time.sleep(0.5)  # the main process waits by now
    return ctypes.string_at(0 if index == 2 else b"pixels")


class Images(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        decode(index)
        return index


def survives(index):
    process = multiprocessing.get_context("fork").Process(target=decode, args=(index,))
    process.start()
    process.join()
    return process.exitcode == 0


def broken():
    images = Images()
    return list(DataLoader(images, batch_size=None, num_workers=1))


def fixed():
    images = Images()
    images = Subset(images, [i for i in range(len(images)) if survives(i)])
    return list(DataLoader(images, batch_size=None, num_workers=1))


def mistake_try_except():
    class Careful(Images):
        def __getitem__(self, index):
            try:
                return super().__getitem__(index)
            except BaseException:
                return -1

    return list(DataLoader(Careful(), batch_size=None, num_workers=1))


def mistake_more_workers():
    images = Images()
    return list(DataLoader(images, batch_size=None, num_workers=2))


def check(seen):
    """Every sample but the damaged one arrives."""
    assert sorted(seen) == [0, 1, 3], f"got {seen}"
