"""Give each rank's loader its own generator, so that equal seeds do not give equal workers."""

import torch
from torch.utils.data import DataLoader, Dataset, DistributedSampler

SEED = 0


class Noise(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return int(torch.randint(2**31, ()))


def epoch(rank, **options):
    """Draw what the loader of this rank draws; the two ranks run one after the other here."""
    torch.manual_seed(SEED)  # the same on every rank, as training scripts do
    sampler = DistributedSampler(Noise(), num_replicas=2, rank=rank)
    loader = DataLoader(Noise(), batch_size=None, sampler=sampler, num_workers=2, **options)
    return list(loader)


def broken():
    return [epoch(rank) for rank in (0, 1)]


def fixed():
    generators = [torch.Generator().manual_seed(SEED + rank) for rank in (0, 1)]
    return [epoch(rank, generator=generators[rank]) for rank in (0, 1)]


def check(ranks):
    """Eight draws, four on each of two ranks, are eight different numbers."""
    first, second = ranks
    count = len({*first, *second})
    assert count == 8, f"{count} different numbers in 8 draws: rank 0 {first}, rank 1 {second}"
