"""Do the part of __getitem__ that is the same in every epoch once, before the loader exists."""

import functools
import multiprocessing

import torch
from torch.utils.data import DataLoader

SEED = 0
torch.manual_seed(SEED)
decoded = multiprocessing.Value("i", 0)


def decode(index):
    with decoded.get_lock():
        decoded.value += 1
    return index * index


class Cached:
    def __len__(self):
        return 12

    @functools.lru_cache(maxsize=None)  # noqa: B019, UP033
    def __getitem__(self, index):
        return decode(index)


def decodings(dataset, **options):
    """Return how many samples were decoded up to the end of each of five epochs."""
    loader = DataLoader(dataset, batch_size=2, shuffle=True, num_workers=2, **options)
    counts = []
    for epoch in range(5):
        list(loader)
        counts.append(decoded.value)
    return counts


def broken():
    return decodings(Cached())


def fixed():
    return decodings([decode(index) for index in range(12)])


def mistake_persistent_workers():
    return decodings(Cached(), persistent_workers=True)


def check(counts):
    """Twelve samples are decoded twelve times, in however many epochs."""
    assert counts[-1] == 12, f"12 samples were decoded {counts[-1]} times in five epochs"
