"""Clone what outlives the step: each kept tensor from a worker holds a descriptor open."""

import resource

import torch
from torch.utils.data import DataLoader, TensorDataset

# Stand in for the usual limit of 1024.
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
data = TensorDataset(torch.arange(200.0))


def broken():
    scores = []
    for (batch,) in DataLoader(data, batch_size=1, num_workers=1):
        scores.append(batch[0])
    return scores


def fixed():
    scores = []
    for (batch,) in DataLoader(data, batch_size=1, num_workers=1):
        scores.append(batch[0].clone())
    return scores


def mistake_detach():
    scores = []
    for (batch,) in DataLoader(data, batch_size=1, num_workers=1):
        scores.append(batch[0].detach().cpu())
    return scores


def mistake_numpy():
    scores = []
    for (batch,) in DataLoader(data, batch_size=1, num_workers=1):
        scores.append(batch.numpy())
    return scores


def check(scores):
    """All samples arrive."""
    assert [float(score) for score in scores] == list(range(200)), f"{len(scores)} arrived"
