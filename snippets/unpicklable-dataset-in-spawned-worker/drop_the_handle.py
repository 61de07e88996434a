"""Leave handles out in __getstate__, so that a used dataset can still be sent."""

import threading
from multiprocessing.reduction import ForkingPickler

from torch.utils.data import Dataset


class Cached(Dataset):
    def __init__(self):
        self.items, self.lock = {}, threading.Lock()

    def __len__(self):
        return 4

    def __getitem__(self, index):
        with self.lock:
            return self.items.setdefault(index, index * index)


class Sendable(Cached):
    def __getstate__(self):
        return {"items": self.items}

    def __setstate__(self, state):
        self.items, self.lock = state["items"], threading.Lock()


def worker_reads(dataset):
    """Do what spawn and forkserver do to the dataset, without starting a process."""
    copy = ForkingPickler.loads(ForkingPickler.dumps(dataset))
    return [copy[index] for index in range(len(copy))]


def broken():
    dataset = Cached()
    return worker_reads(dataset)


def fixed():
    dataset = Sendable()
    return worker_reads(dataset)


def check(values):
    """The dataset that a worker gets reads every sample."""
    assert values == [0, 1, 4, 9], f"got {values}"
