"""Time each rank up to the collective: the whole step takes equally long on all of them."""

import multiprocessing
import os
import statistics
import time

import torch
import torch.distributed as dist

os.environ["GLOO_SOCKET_IFNAME"] = "lo"


def slow_ranks(step):
    """Run four steps on three ranks; name the ranks whose best time is twice the median."""

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 3)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=3)
        seconds, gathered = min(step(rank) for _ in range(4)), [None] * 3
        dist.all_gather_object(gathered, seconds)
        dist.barrier()
        dist.destroy_process_group()
        median = statistics.median(gathered)
        return [rank for rank in range(3) if gathered[rank] > 2 * median]

    context = multiprocessing.get_context("fork")
    peers = [context.Process(target=rank_main, args=(rank,)) for rank in (1, 2)]
    for peer in peers:
        peer.start()
    slow = rank_main(0)
    for peer in peers:
        peer.join()
    return slow


def compute(rank):
    time.sleep(0.2 if rank == 1 else 0.02)  # rank 1 stands for a GPU that throttles


def broken():
    def step(rank):
        start = time.monotonic()
        compute(rank)
        dist.all_reduce(torch.ones(1))
        return time.monotonic() - start

    return slow_ranks(step)


def fixed():
    def step(rank):
        start = time.monotonic()
        compute(rank)
        seconds = time.monotonic() - start
        dist.all_reduce(torch.ones(1))
        return seconds

    return slow_ranks(step)


def mistake_time_the_collective():
    def step(rank):
        compute(rank)
        start = time.monotonic()
        dist.all_reduce(torch.ones(1))
        return time.monotonic() - start

    return slow_ranks(step)


def mistake_barrier_first():
    def step(rank):
        dist.barrier()
        start = time.monotonic()
        compute(rank)
        dist.all_reduce(torch.ones(1))
        return time.monotonic() - start

    return slow_ranks(step)


def check(slow):
    """The measurement names rank 1, which is ten times slower, and no other."""
    assert slow == [1], f"rank 1 is ten times slower, named as slow: {slow or 'nobody'}"
