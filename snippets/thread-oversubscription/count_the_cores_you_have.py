"""Size pools by the cores that the job may use, not by those of the machine."""

import os

from torch.utils.data import DataLoader

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # a scheduler that grants one core
os.cpu_count = lambda: 64  # of a node with 64


def broken():
    workers = os.cpu_count()
    DataLoader(range(8), num_workers=workers)
    return workers


def fixed():
    workers = len(os.sched_getaffinity(0))
    DataLoader(range(8), num_workers=workers)
    return workers


def mistake_half_of_them():
    workers = os.cpu_count() // 2
    DataLoader(range(8), num_workers=workers)
    return workers


def check(workers):
    """There is one worker for the one core."""
    assert workers == 1, f"{workers} workers for 1 core"
