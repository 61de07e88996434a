"""Under Trainer, draw from np.random: its worker_init_fn seeds that, and takes none of yours."""

import numpy as np
import torch
from torch.utils.data import Dataset
from transformers import Trainer, TrainingArguments

SEED = 0


class Samples(Dataset):
    def __init__(self, draw):
        self.draw = draw

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return self.draw()


def two_epochs(draw):
    args = {"dataloader_num_workers": 2, "per_device_train_batch_size": 2, "use_cpu": True}
    args = TrainingArguments("out", seed=SEED, remove_unused_columns=False, report_to=[], **args)
    trainer = Trainer(torch.nn.Linear(1, 1), args, list, train_dataset=Samples(draw))
    loader = trainer.get_train_dataloader()
    return [list(loader) for epoch in range(2)]


def broken():
    rng = np.random.default_rng(SEED)

    def draw():
        return int(rng.integers(2**31))

    return two_epochs(draw)


def fixed():
    def draw():
        return np.random.randint(2**31)

    return two_epochs(draw)


def check(epochs):
    """Eight draws, one a sample in two epochs of four, are eight different numbers."""
    draws = {number for epoch in epochs for batch in epoch for number in batch}
    assert len(draws) == 8, f"{len(draws)} different numbers in 8 draws: {epochs}"
