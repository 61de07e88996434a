"""Give each worker's copy of the generator its own seed in worker_init_fn."""

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, get_worker_info

SEED = 0
torch.manual_seed(SEED)


class Noise(Dataset):
    def __init__(self):
        self.rng = np.random.default_rng(SEED)

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return int(self.rng.integers(2**31))


def reseed(worker_id):
    get_worker_info().dataset.rng = np.random.default_rng(torch.initial_seed())


def reseed_global(worker_id):
    np.random.seed(torch.initial_seed() % 2**32)


def reseed_by_id(worker_id):
    get_worker_info().dataset.rng = np.random.default_rng(SEED + worker_id)


def two_epochs(**options):
    loader = DataLoader(Noise(), batch_size=2, num_workers=2, collate_fn=list, **options)
    return [list(loader) for epoch in range(2)]


def broken():
    return two_epochs()


def fixed():
    return two_epochs(worker_init_fn=reseed)


def mistake_seed_global_numpy():
    return two_epochs(worker_init_fn=reseed_global)


def mistake_seed_by_worker_id():
    return two_epochs(worker_init_fn=reseed_by_id)


def mistake_loader_generator():
    return two_epochs(generator=torch.Generator().manual_seed(SEED + 1))


def mistake_persistent_workers():
    return two_epochs(persistent_workers=True)


def check(epochs):
    """Eight draws, one a sample in two epochs of four, are eight different numbers."""
    draws = {number for epoch in epochs for batch in epoch for number in batch}
    assert len(draws) == 8, f"{len(draws)} different numbers in 8 draws: {epochs}"
