"""Leave torch on one thread in a forked worker: OpenMP's pool of threads did not come along."""

import torch
from torch.utils.data import DataLoader, Dataset

torch.set_num_threads(2)
torch.ones(1_000_000).exp().sum()  # the main process has used its threads


class Spectra(Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, index):
        return torch.full((1_000_000,), float(index)).exp().mean()


options = {"batch_size": None, "num_workers": 1, "multiprocessing_context": "fork"}


def more_threads(worker):
    torch.set_num_threads(2)


def broken():
    loader = DataLoader(Spectra(), worker_init_fn=more_threads, **options)
    return [round(float(x), 2) for x in loader]


def fixed():
    loader = DataLoader(Spectra(), **options)
    return [round(float(x), 2) for x in loader]


def mistake_stop_the_threads_first():
    torch.set_num_threads(1)
    loader = DataLoader(Spectra(), worker_init_fn=more_threads, **options)
    return [round(float(x), 2) for x in loader]


def check(means):
    """Both samples arrive."""
    assert means == [1.0, 2.72], f"got {means}"
