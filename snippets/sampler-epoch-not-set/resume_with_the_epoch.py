"""After a restart, go on counting epochs where the checkpoint stopped."""

import torch
from torch.utils.data import DataLoader, DistributedSampler

SEED = 0
dataset = torch.arange(16)
sampler = DistributedSampler(dataset, num_replicas=2, rank=0, seed=SEED)
loader = DataLoader(dataset, batch_size=4, sampler=sampler)


def epochs(first, last):
    """Train and return the order of the samples in each epoch."""
    orders = []
    for epoch in range(first, last):
        sampler.set_epoch(epoch)
        orders.append(torch.cat(list(loader)).tolist())
    return orders


def broken():
    before = epochs(0, 2)
    checkpoint = {"epoch": 2}
    return before + epochs(0, 4 - checkpoint["epoch"])


def fixed():
    before = epochs(0, 2)
    checkpoint = {"epoch": 2}
    return before + epochs(checkpoint["epoch"], 4)


def check(orders):
    """The interrupted run sees the orders of the one that was not interrupted."""
    straight = epochs(0, 4)
    same = [a == b for a, b in zip(orders, straight, strict=True)]
    assert all(same), f"epochs that match the uninterrupted run: {same}"
