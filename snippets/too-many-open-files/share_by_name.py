"""Share tensors by file name where the limit cannot be raised."""

import resource

import torch
from torch.utils.data import DataLoader, TensorDataset

hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
data = TensorDataset(torch.arange(200.0))


def broken():
    loader = DataLoader(data, num_workers=1)
    return [batch.item() for batch in [row for (row,) in loader]]


def fixed():
    torch.multiprocessing.set_sharing_strategy("file_system")
    loader = DataLoader(data, num_workers=1)
    return [batch.item() for batch in [row for (row,) in loader]]


def mistake_after_the_workers_started():
    loader = iter(DataLoader(data, num_workers=1))
    torch.multiprocessing.set_sharing_strategy("file_system")
    return [batch.item() for batch in [row for (row,) in loader]]


def check(values):
    """All samples arrive."""
    assert values == list(range(200)), f"{len(values)} arrived"
