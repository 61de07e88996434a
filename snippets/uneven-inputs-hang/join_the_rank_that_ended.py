"""Let ranks that have no more batches go on answering, with DDP's join."""

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
HOUR = datetime.timedelta(hours=1)


def on_two_ranks(step):
    """Run step(0) here and step(1) in a forked child, both in one gloo group; return both results."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2, timeout=HOUR)
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


def train(model, count):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(count):
        optimizer.zero_grad()
        model(torch.ones(1, 2)).sum().backward()
        optimizer.step()


def broken():
    def step(rank):
        model = DistributedDataParallel(torch.nn.Linear(2, 1))
        train(model, BATCHES[rank])
        return model.module.weight.tolist()

    return on_two_ranks(step)


def fixed():
    def step(rank):
        model = DistributedDataParallel(torch.nn.Linear(2, 1))
        with model.join():
            train(model, BATCHES[rank])
        return model.module.weight.tolist()

    return on_two_ranks(step)


def mistake_barrier_at_the_end():
    def step(rank):
        model = DistributedDataParallel(torch.nn.Linear(2, 1))
        train(model, BATCHES[rank])
        dist.barrier()
        return model.module.weight.tolist()

    return on_two_ranks(step)


def check(weights):
    """Both ranks end with the same weights."""
    assert weights[0] == weights[1], f"rank 0 has {weights[0]}, rank 1 {weights[1]}"
