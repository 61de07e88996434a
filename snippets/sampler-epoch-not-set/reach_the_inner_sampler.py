"""With a batch sampler, set the epoch on the sampler inside it."""

import torch
from torch.utils.data import BatchSampler, DataLoader, DistributedSampler

SEED = 0
dataset = torch.arange(16)
sampler = DistributedSampler(dataset, num_replicas=2, rank=0, seed=SEED)
loader = DataLoader(dataset, batch_sampler=BatchSampler(sampler, 4, drop_last=False))


def broken():
    orders = []
    for epoch in range(3):
        if hasattr(loader.sampler, "set_epoch"):
            loader.sampler.set_epoch(epoch)
        orders.append(torch.cat(list(loader)).tolist())
    return orders


def fixed():
    orders = []
    for epoch in range(3):
        loader.batch_sampler.sampler.set_epoch(epoch)
        orders.append(torch.cat(list(loader)).tolist())
    return orders


def check(orders):
    """Three epochs come in three orders."""
    different = len({tuple(order) for order in orders})
    assert different == 3, f"{different} order in 3 epochs: {orders[0]}"
