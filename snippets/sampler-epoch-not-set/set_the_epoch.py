"""Tell the DistributedSampler which epoch it is, on every rank, before each pass."""

import torch
from torch.utils.data import DataLoader, DistributedSampler

SEED = 0
dataset = torch.arange(16)


def loader_of(rank, seed=SEED):
    sampler = DistributedSampler(dataset, num_replicas=2, rank=rank, shuffle=True, seed=seed)
    return DataLoader(dataset, batch_size=4, sampler=sampler)


def broken():
    orders = []
    for loader in (loader_of(0), loader_of(1)):
        for _epoch in range(3):
            orders.append(torch.cat(list(loader)).tolist())
    return orders


def fixed():
    orders = []
    for loader in (loader_of(0), loader_of(1)):
        for epoch in range(3):
            loader.sampler.set_epoch(epoch)
            orders.append(torch.cat(list(loader)).tolist())
    return orders


def mistake_seed_torch_each_epoch():
    orders = []
    for loader in (loader_of(0), loader_of(1)):
        for epoch in range(3):
            torch.manual_seed(epoch)
            orders.append(torch.cat(list(loader)).tolist())
    return orders


def mistake_epoch_differs_by_rank():
    orders = []
    for rank, loader in enumerate((loader_of(0), loader_of(1))):
        for epoch in range(3):
            loader.sampler.set_epoch(3 * rank + epoch)
            orders.append(torch.cat(list(loader)).tolist())
    return orders


def check(orders):
    """Each epoch shows every sample once over the two ranks, in an order that is new."""
    for epoch in range(3):
        seen = len({*orders[epoch], *orders[epoch + 3]})
        assert seen == 16, f"epoch {epoch} shows {seen} of 16 samples"
    different = len({tuple(order) for order in orders[:3]})
    assert different == 3, f"rank 0 has {different} order in 3 epochs: {orders[0]}"
