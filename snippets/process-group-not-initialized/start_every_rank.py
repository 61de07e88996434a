"""Start as many processes as WORLD_SIZE says; rank 0 alone waits for the others in vain."""

import multiprocessing
import os
import socket
from datetime import timedelta

import torch
import torch.distributed as dist

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), GLOO_SOCKET_IFNAME="lo")


def rank(number, results):
    try:
        wait = timedelta(seconds=2)
        dist.init_process_group("gloo", rank=number, world_size=2, timeout=wait)
        total = torch.ones(1)
        dist.all_reduce(total)
        results.put(int(total))
        dist.barrier()
    except dist.DistStoreError as error:
        print(f"{type(error).__name__}: {error}")
        results.put(str(error))


def run(numbers):
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    ranks = [context.Process(target=rank, args=(number, results)) for number in numbers]
    for process in ranks:
        process.start()
    found = [results.get(timeout=20) for process in ranks]
    for process in ranks:
        process.join()
    return found


def broken():
    return run([0])


def fixed():
    return run([0, 1])


def check(sums):
    """Each rank sums over both."""
    assert set(sums) == {2}, f"ranks report {sums}"
