"""Give the training loader a generator of its own, so that its order hangs on nothing else."""

import torch
from torch.utils.data import DataLoader

SEED = 0


def order(layers, loader):
    """Build a model with so many layers, then return the order of the first epoch."""
    torch.manual_seed(SEED)
    torch.nn.Sequential(*[torch.nn.Linear(4, 4) for _ in range(layers)])
    return [int(index) for index in loader()]


def broken():
    def loader():
        return DataLoader(range(32), batch_size=None, shuffle=True)

    return {layers: order(layers, loader) for layers in (1, 2)}


def fixed():
    def loader():
        generator = torch.Generator().manual_seed(SEED)
        return DataLoader(range(32), batch_size=None, shuffle=True, generator=generator)

    return {layers: order(layers, loader) for layers in (1, 2)}


def mistake_seed_in_the_workers():
    def loader():
        def init(worker_id):
            torch.manual_seed(SEED)

        options = {"num_workers": 1, "worker_init_fn": init}
        return DataLoader(range(32), batch_size=None, shuffle=True, **options)

    return {layers: order(layers, loader) for layers in (1, 2)}


def check(orders):
    """With one seed, two variants of a model see the samples in the same order."""
    moved = sum(a != b for a, b in zip(orders[1], orders[2]))
    assert moved == 0, f"one layer more, and {moved} of 32 samples come at another step"
