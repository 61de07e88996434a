"""Set a limit of your own below the container's: an exception with a line instead of a kill."""

import os
import resource
import signal
import threading
import time

import torch

MEGABYTE = 1_000_000


def used(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1000 for line in file if line.startswith(name))


def contain(megabytes):
    """Stand in for the kernel: kill this process as soon as it holds so much more."""
    limit = used("VmRSS") + megabytes * MEGABYTE

    def watch():
        while used("VmRSS") < limit:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def accumulate():
    kept = []
    try:
        for _ in range(12):
            kept.append(torch.ones(25_000_000))  # 100 MB
            time.sleep(0.01)
    except RuntimeError as error:
        return f"batch {len(kept)}: {error}"


def broken():
    contain(megabytes=600)
    return accumulate()


def fixed():
    contain(megabytes=600)
    own = used("VmData") + 400 * MEGABYTE
    resource.setrlimit(resource.RLIMIT_DATA, (own, own))
    return accumulate()


def check(report):
    """The process lives to say what it could not have."""
    assert "can't allocate memory: you tried to allocate 100000000 bytes" in report, report
