"""Keep the workers from epoch to epoch, with what they have opened and cached."""

import os

import torch
from torch.utils.data import DataLoader, Dataset

SEED = 0
torch.manual_seed(SEED)


class Archive(Dataset):
    file = None

    def __len__(self):
        return 8

    def __getitem__(self, index):
        if self.file is None:
            self.file = f"opened by {os.getpid()}"  # slow: index, connection, first read
        return self.file


def loader(**options):
    options |= {"num_workers": 2, "shuffle": True, "collate_fn": list}
    return DataLoader(Archive(), batch_size=2, **options)


def openings(loaders):
    """Return how many times the archive was opened up to the end of each epoch."""
    seen, counts = set(), []
    for epoch in loaders:
        for batch in epoch:
            seen.update(batch)
        counts.append(len(seen))
    return counts


def broken():
    return openings([loader()] * 5)


def fixed():
    return openings([loader(persistent_workers=True)] * 5)


def mistake_new_loader_each_epoch():
    return openings(loader(persistent_workers=True) for epoch in range(5))


def check(counts):
    """Each worker opens the archive once, however many epochs there are."""
    assert counts[-1] == counts[0], f"opened {counts[0]} times in epoch 1, {counts[-1]} in all"
