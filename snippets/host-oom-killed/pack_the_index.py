"""Keep the dataset's index in one array: reading a Python list copies it into every forked worker."""

import gc

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

STEP = 92_000  # 8 MB of names and their list
COUNT = 5 * STEP


def own_megabytes():
    """Memory that this process shares with nobody."""
    with open("/proc/self/smaps_rollup") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("Private_Dirty")) / 1000


class Files(Dataset):
    def __init__(self, names):
        self.names = names

    def __len__(self):
        return COUNT

    def __getitem__(self, index):
        name = str(self.names[index])
        return own_megabytes() if index % STEP == STEP - 1 else float(len(name) - 24)


def epoch(names):
    gc.freeze()  # leave only what reading costs
    loader = DataLoader(
        Files(names), batch_size=4000, num_workers=1, multiprocessing_context="fork"
    )
    owned = torch.stack(list(loader)).view(5, -1).amax(1)
    return ((owned - owned[0]) / 8).round().mul(8).tolist()  # noise aside


def broken():
    names = [f"train/images/{i:07}.jpeg" for i in range(COUNT)]
    return epoch(names)


def fixed():
    names = [f"train/images/{i:07}.jpeg" for i in range(COUNT)]
    return epoch(np.array(names))


def mistake_tuple():
    names = [f"train/images/{i:07}.jpeg" for i in range(COUNT)]
    return epoch(tuple(names))


def mistake_array_of_objects():
    names = [f"train/images/{i:07}.jpeg" for i in range(COUNT)]
    return epoch(np.array(names, dtype=object))


def mistake_no_garbage_collection():
    names = [f"train/images/{i:07}.jpeg" for i in range(COUNT)]
    gc.disable()
    return epoch(names)


def check(growth):
    """A worker that only reads the index needs no memory of its own for it."""
    assert growth[-1] < 8, f"after one epoch the worker owns {growth[-1]:.0f} MB more"
