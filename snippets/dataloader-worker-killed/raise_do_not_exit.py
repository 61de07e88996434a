"""Raise in the dataset: exit() in a worker takes its reason with it."""

import sys
import time

from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    def __init__(self, fail):
        self.fail = fail

    def __len__(self):
        return 4

    def __getitem__(self, index):
        if index == 2:
            time.sleep(0.5)  # decoding: the main process waits by now
            self.fail(f"images/{index}.png is missing")
        return index


def report(dataset):
    try:
        list(DataLoader(dataset, batch_size=None, num_workers=1))
    except Exception as error:
        return str(error)


def broken():
    def fail(reason):
        print(reason, file=sys.stderr)
        sys.exit(1)

    return report(Images(fail))


def fixed():
    def fail(reason):
        raise FileNotFoundError(reason)

    return report(Images(fail))


def check(error):
    """The error in the main process says which sample failed."""
    assert "images/2.png" in error, error
