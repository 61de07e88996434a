"""Ask before each batch whether every rank still has one, and stop together."""

import datetime
import multiprocessing
import os

import torch
import torch._dynamo  # DDP imports it: once here instead of in each rank
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

os.environ.update(GLOO_SOCKET_IFNAME="lo", OMP_NUM_THREADS="1")
SEED = 0
BATCHES = [2, 3]  # of rank 0 and of rank 1
SHORT = datetime.timedelta(seconds=2)


def on_two_ranks(step):
    """Run step(0) here and step(1) in a forked child, both in one gloo group; return both results."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2, timeout=SHORT)
        torch.manual_seed(SEED)
        results.put((rank, step(rank)))

    peer = multiprocessing.get_context("fork").Process(target=rank_main, args=(1,), daemon=True)
    peer.start()
    try:
        rank_main(0)
        return dict(sorted([results.get(), results.get()]))
    finally:
        peer.join(timeout=5)
        peer.kill()


def evaluate(rank):
    """Sum loss, hits and samples over the ranks; each has 5.0, 3 and 4."""
    totals = torch.tensor([5.0, 3.0, 4.0])
    dist.all_reduce(totals)
    return totals.tolist()


def all_have_one(has_next):
    flag = torch.tensor(int(has_next))
    dist.all_reduce(flag, op=dist.ReduceOp.MIN)
    return bool(flag)


def broken():
    def step(rank):
        model = DistributedDataParallel(torch.nn.Linear(2, 1))
        batches = iter(torch.ones(BATCHES[rank], 1, 2))
        try:
            while (batch := next(batches, None)) is not None:
                model(batch).sum().backward()
            return evaluate(rank)
        except RuntimeError as error:
            return str(error).partition("] ")[2]

    return on_two_ranks(step)


def fixed():
    def step(rank):
        model = DistributedDataParallel(torch.nn.Linear(2, 1))
        batches = iter(torch.ones(BATCHES[rank], 1, 2))
        try:
            while all_have_one((batch := next(batches, None)) is not None):
                model(batch).sum().backward()
            return evaluate(rank)
        except RuntimeError as error:
            return str(error).partition("] ")[2]

    return on_two_ranks(step)


def check(totals):
    """Both ranks hold the sums of the evaluation, 10 for the loss, 6 hits, 8 samples."""
    for rank in (0, 1):
        assert totals[rank] == [10, 6, 8], f"rank {rank} holds {totals[rank]}"
