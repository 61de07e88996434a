"""Keep the epoch in shared memory when persistent workers read it."""

import torch
from torch.utils.data import DataLoader, IterableDataset

SEED = 0


class Stream(IterableDataset):
    def __init__(self, epoch):
        self.epoch = epoch

    def __iter__(self):
        generator = torch.Generator().manual_seed(SEED + int(self.epoch))
        return iter(torch.randperm(16, generator=generator))


def broken():
    stream = Stream(torch.tensor(0))
    loader = DataLoader(stream, batch_size=None, num_workers=1, persistent_workers=True)
    orders = []
    for epoch in range(3):
        stream.epoch = torch.tensor(epoch)
        orders.append(torch.stack(list(loader)).tolist())
    return orders


def fixed():
    stream = Stream(torch.tensor(0).share_memory_())
    loader = DataLoader(stream, batch_size=None, num_workers=1, persistent_workers=True)
    orders = []
    for epoch in range(3):
        stream.epoch.fill_(epoch)
        orders.append(torch.stack(list(loader)).tolist())
    return orders


def check(orders):
    """Three epochs come in three orders."""
    different = len({tuple(order) for order in orders})
    assert different == 3, f"{different} order in 3 epochs: {orders[0]}"
