"""Enter model.join(): a rank that ends its program takes the connection of the others with it."""

import multiprocessing
import os
import time

import torch
import torch._dynamo  # DDP imports it: once here instead of in each rank
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

os.environ.update(GLOO_SOCKET_IFNAME="lo", OMP_NUM_THREADS="1")
BATCHES = [2, 3]  # of rank 0 and of rank 1


def on_two_ranks(epoch):
    """Run epoch(0) in a forked child and epoch(1) here, in one gloo group; return what rank 1 does."""

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2)
        return epoch(rank)

    peer = multiprocessing.get_context("fork").Process(target=rank_main, args=(0,))
    peer.start()
    try:
        return rank_main(1)
    finally:
        peer.join()


def train(model, rank):
    """Return the number of steps; loading the third batch takes a while."""
    for step in range(BATCHES[rank]):
        time.sleep(1 if step == 2 else 0)
        model(torch.ones(1, 2)).sum().backward()
    return BATCHES[rank]


def broken():
    def epoch(rank):
        model = DistributedDataParallel(torch.nn.Linear(2, 1))
        return train(model, rank)

    return on_two_ranks(epoch)


def fixed():
    def epoch(rank):
        model = DistributedDataParallel(torch.nn.Linear(2, 1))
        with model.join():
            return train(model, rank)

    return on_two_ranks(epoch)


def check(steps):
    """Rank 1 trains on all of its three batches."""
    assert steps == 3, f"{steps} steps"
