"""Give each worker a memory limit of its own: an error with the sample instead of a kill."""

import os
import resource
import signal
import threading
import time

import torch
from torch.utils.data import DataLoader, Dataset

MEGABYTE = 1_000_000


def used(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1000 for line in file if line.startswith(name))


class Volumes(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        voxels = 200_000_000 if index == 2 else 1000  # 800 MB, or a few kilobytes
        return int(torch.ones(voxels).sum()) and index


def kernel(worker):
    """Stand in for the kernel: kill the worker when it holds 400 MB more."""
    limit = used("VmRSS") + 400 * MEGABYTE

    def watch():
        while used("VmRSS") < limit:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def report(init):
    try:
        list(DataLoader(Volumes(), batch_size=None, num_workers=1, worker_init_fn=init))
    except RuntimeError as error:
        return str(error)


def broken():
    def init(worker):
        kernel(worker)

    return report(init)


def fixed():
    def init(worker):
        kernel(worker)
        own = used("VmData") + 300 * MEGABYTE
        resource.setrlimit(resource.RLIMIT_DATA, (own, own))

    return report(init)


def check(error):
    """The error names the line in the dataset that asked for too much."""
    assert "in __getitem__" in error and "can't allocate memory" in error, error
