"""Retry after the except block: inside it the failed attempt's tensors are still alive."""

import gc
import resource

import torch


def cap(megabytes):
    """Stand in for a small GPU: let this process allocate so much more."""
    with open("/proc/self/status") as file:
        used = next(int(line.split()[1]) * 1000 for line in file if line.startswith("VmData"))
    resource.setrlimit(resource.RLIMIT_DATA, (used + megabytes * 1_000_000,) * 2)


def step(batch_size):
    """Keep five activations of 2.5 MB a sample, as a forward pass does."""
    activations = [torch.ones(batch_size, 625_000)]
    for _ in range(4):
        activations.append(activations[-1] * 2)
    return float(activations[-1][0, 0])


def broken():
    cap(280)
    try:
        return step(32)
    except RuntimeError:
        return step(16)


def fixed():
    cap(280)
    try:
        return step(32)
    except RuntimeError:
        pass
    return step(16)


def mistake_collect_garbage():
    cap(280)
    try:
        return step(32)
    except RuntimeError:
        gc.collect()
        return step(16)


def mistake_keep_the_error():
    cap(280)
    failure = None
    try:
        return step(32)
    except RuntimeError as error:
        failure = error
    return step(16) if failure else None


def check(result):
    """The smaller batch, which fits alone, gives its result."""
    assert result == 16.0, f"got {result}"
