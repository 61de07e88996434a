"""Enable faulthandler in worker_init_fn: the loader's own handlers replace an earlier one."""

import ctypes
import faulthandler
from pathlib import Path

from torch.utils.data import DataLoader, Dataset


def decode(index):
    """Stand in for a decoder that reads through a null pointer at one damaged file."""
    return ctypes.string_at(0 if index == 2 else b"pixels")


class Images(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return len(decode(index))


def run(init=None):
    try:
        list(DataLoader(Images(), batch_size=None, num_workers=1, worker_init_fn=init))
    except RuntimeError:
        crashed = Path("crash.txt").read_text().partition("Current thread")[2]
        return [line.split()[-1] for line in crashed.splitlines() if line.startswith("  File")][:5]


def broken():
    log = open("crash.txt", "w")
    faulthandler.enable(log)
    return run()


def fixed():
    log = open("crash.txt", "w")
    return run(lambda worker: faulthandler.enable(log))


def check(stack):
    """The log of the crash names the function that crashed."""
    assert "decode" in stack, f"the log of the crash names {len(stack)} functions"
