"""Pack ragged samples into one tensor: a batch costs a descriptor for each tensor in it."""

import resource

import torch
from torch.utils.data import DataLoader

hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
clouds = [torch.full((1 + i % 5,), float(i)) for i in range(400)]


def as_list(samples):
    return list(samples)


def packed(samples):
    return torch.cat(samples), [len(sample) for sample in samples]


def broken():
    batches = []
    for batch in DataLoader(clouds, 200, num_workers=1, collate_fn=as_list):
        batches.append([float(cloud.sum()) for cloud in batch])
    return batches


def fixed():
    batches = []
    for flat, lengths in DataLoader(clouds, 200, num_workers=1, collate_fn=packed):
        batches.append([float(cloud.sum()) for cloud in flat.split(lengths)])
    return batches


def mistake_one_batch_in_flight():
    batches = []
    for batch in DataLoader(clouds, 200, num_workers=1, prefetch_factor=1, collate_fn=as_list):
        batches.append([float(cloud.sum()) for cloud in batch])
    return batches


def check(batches):
    """Every cloud arrives with its own points."""
    sums = [value for batch in batches for value in batch]
    assert sums == [float(cloud.sum()) for cloud in clouds], f"{len(sums)} clouds arrived"
