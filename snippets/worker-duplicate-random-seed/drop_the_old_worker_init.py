"""Drop the worker_init_fn that once repaired np.random: DataLoader seeds it since PyTorch 1.9."""

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

SEED = 0
torch.manual_seed(SEED)


class Noise(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return np.random.randint(2**31)


def add_worker_id(worker_id):
    np.random.seed(np.random.get_state()[1][0] + worker_id)


def one_seed(worker_id):
    np.random.seed(SEED)


def two_epochs(**options):
    loader = DataLoader(Noise(), batch_size=2, num_workers=2, collate_fn=list, **options)
    return [list(loader) for epoch in range(2)]


def broken():
    return two_epochs(worker_init_fn=add_worker_id)


def fixed():
    return two_epochs()


def mistake_one_seed():
    return two_epochs(worker_init_fn=one_seed)


def check(epochs):
    """Eight draws, one a sample in two epochs of four, are eight different numbers."""
    draws = {number for epoch in epochs for batch in epoch for number in batch}
    assert len(draws) == 8, f"{len(draws)} different numbers in 8 draws: {epochs}"
