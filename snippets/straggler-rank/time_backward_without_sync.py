"""Time backward under no_sync: DDP's all-reduce runs inside it and evens the ranks out."""

import multiprocessing
import os
import statistics
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

os.environ["GLOO_SOCKET_IFNAME"] = "lo"


class SlowBackward(torch.autograd.Function):
    """Stands for a backward pass that takes 0.2 s on one rank and 0.02 s on the others."""

    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        time.sleep(0.2 if dist.get_rank() == 1 else 0.02)
        return grad


def slow_ranks(seconds_of_backward):
    """Run four steps on three ranks; name the ranks whose best time is twice the median."""

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 3)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=3)
        model, gathered = DistributedDataParallel(torch.nn.Linear(2, 2)), [None] * 3
        seconds = min(seconds_of_backward(model) for _ in range(4))
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


def backward(model):
    loss = SlowBackward.apply(model(torch.ones(1, 2))).sum()
    start = time.monotonic()
    loss.backward()
    return time.monotonic() - start


def broken():
    return slow_ranks(backward)


def fixed():
    def without_sync(model):
        with model.no_sync():
            return backward(model)

    return slow_ranks(without_sync)


def check(slow):
    """The measurement names rank 1, which is ten times slower, and no other."""
    assert slow == [1], f"rank 1 is ten times slower, named as slow: {slow or 'nobody'}"
