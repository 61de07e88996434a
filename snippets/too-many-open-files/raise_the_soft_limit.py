"""Raise the soft limit of open files to the hard one at the start of the program."""

import resource

import torch
from torch.utils.data import DataLoader, TensorDataset

# Stand in for a soft limit of 1024 under a higher hard limit.
hard = min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
data = TensorDataset(torch.arange(200.0))


def broken():
    return [batch for (batch,) in DataLoader(data, num_workers=1)]


def fixed():
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return [batch for (batch,) in DataLoader(data, num_workers=1)]


def mistake_fewer_batches_in_flight():
    return [batch for (batch,) in DataLoader(data, num_workers=1, prefetch_factor=1)]


def check(batches):
    """All samples arrive."""
    assert [float(batch) for batch in batches] == list(range(200)), f"{len(batches)} arrived"
