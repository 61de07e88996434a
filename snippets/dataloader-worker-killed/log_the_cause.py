"""Log the whole chain of the exception: the signal stands in its cause, not in its message."""

import os
import signal
import time
import traceback

from torch.utils.data import DataLoader, Dataset


class Clips(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        if index == 2:
            time.sleep(0.5)  # decoding
            os.kill(os.getpid(), signal.SIGKILL)  # stands in for the kernel's OOM killer
        return index


def broken():
    try:
        return list(DataLoader(Clips(), batch_size=None, num_workers=1))
    except RuntimeError as error:
        return f"training failed: {error}"


def fixed():
    try:
        return list(DataLoader(Clips(), batch_size=None, num_workers=1))
    except RuntimeError as error:
        return "training failed: " + "".join(traceback.format_exception(error))


def mistake_repr():
    try:
        return list(DataLoader(Clips(), batch_size=None, num_workers=1))
    except RuntimeError as error:
        return f"training failed: {error!r}"


def check(report):
    """The report says how the worker ended."""
    assert "killed by signal: Killed" in report, report
