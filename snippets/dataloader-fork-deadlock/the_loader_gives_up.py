"""Make the lock anew in each child: with a timeout the hang is an error, and the cure stays."""

import os
import threading

from torch.utils.data import DataLoader, Dataset

kept = []  # the end of an iterator would wait five seconds more for its worker


class Cache:
    def __init__(self):
        self.lock, self.items = threading.Lock(), {}

    def make_lock(self):
        self.lock = threading.Lock()

    def square(self, index):
        with self.lock:
            return self.items.setdefault(index, index * index)


class Squares(Dataset):
    def __init__(self, cache):
        self.cache = cache

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return self.cache.square(index)


def epoch(cache):
    """Fork a worker at the moment in which another thread holds the lock."""
    cache.lock.acquire()
    options = {"num_workers": 1, "multiprocessing_context": "fork", "timeout": 1}
    kept.append(iter(DataLoader(Squares(cache), batch_size=None, **options)))
    cache.lock.release()
    return [int(x) for x in kept[-1]]


def broken():
    cache = Cache()
    return epoch(cache)


def fixed():
    cache = Cache()
    os.register_at_fork(after_in_child=cache.make_lock)
    return epoch(cache)


def check(values):
    """Both samples arrive."""
    assert values == [0, 1], f"got {values}"
