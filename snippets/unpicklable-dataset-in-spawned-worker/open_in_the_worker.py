"""Keep the path and open the file at the first read, which happens in the worker."""

from multiprocessing.reduction import ForkingPickler

import numpy as np
from torch.utils.data import Dataset

np.arange(8, dtype=np.uint8).tofile("samples.bin")


class Samples(Dataset):
    def __init__(self, path):
        self.path, self.file = path, None

    def __len__(self):
        return 8

    def __getitem__(self, index):
        if self.file is None:
            self.file = open(self.path, "rb")
        self.file.seek(index)
        return self.file.read(1)[0]


def worker_reads(dataset):
    """Do what spawn and forkserver do to the dataset, without starting a process."""
    copy = ForkingPickler.loads(ForkingPickler.dumps(dataset))
    return [copy[index] for index in range(len(copy))]


def broken():
    dataset = Samples("samples.bin")
    dataset.file = open(dataset.path, "rb")
    return worker_reads(dataset)


def fixed():
    dataset = Samples("samples.bin")
    return worker_reads(dataset)


def mistake_look_at_one_sample():
    dataset = Samples("samples.bin")
    dataset[0]
    return worker_reads(dataset)


def check(values):
    """The dataset that a worker gets reads every sample."""
    assert values == list(range(8)), f"got {values}"
