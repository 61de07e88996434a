"""Make the lock anew in each child, with os.register_at_fork, where it is yours to make."""

import os
import threading

from torch.utils.data import DataLoader, Dataset


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
    options = {"num_workers": 1, "multiprocessing_context": "fork"}
    batches = iter(DataLoader(Squares(cache), batch_size=None, **options))
    cache.lock.release()
    return [int(x) for x in batches]


def broken():
    cache = Cache()
    return epoch(cache)


def fixed():
    cache = Cache()
    os.register_at_fork(after_in_child=cache.make_lock)
    return epoch(cache)


def mistake_reentrant_lock():
    cache = Cache()
    cache.lock = threading.RLock()
    taken, done = threading.Event(), threading.Event()

    def work():
        with cache.lock:
            taken.set()
            done.wait(0.5)

    threading.Thread(target=work, daemon=True).start()
    taken.wait()
    options = {"num_workers": 1, "multiprocessing_context": "fork"}
    batches = iter(DataLoader(Squares(cache), batch_size=None, **options))
    return [int(x) for x in batches]


def check(values):
    """Both samples arrive."""
    assert values == [0, 1], f"got {values}"
