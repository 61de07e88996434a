"""With an optimizer that has a memory, stop together: join brings back the weights only."""

import datetime
import multiprocessing
import os

import torch
import torch._dynamo  # DDP imports it: once here instead of in each rank
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

os.environ.update(GLOO_SOCKET_IFNAME="lo", OMP_NUM_THREADS="1")
SEED = 0
BATCHES = [[2, 3], [3, 3]]  # per epoch: of rank 0 and of rank 1
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


def all_have_one(has_next):
    flag = torch.tensor(int(has_next))
    dist.all_reduce(flag, op=dist.ReduceOp.MIN)
    return bool(flag)


def update(model, optimizer):
    optimizer.zero_grad()
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()


def broken():
    def step(rank):
        model = DistributedDataParallel(torch.nn.Linear(2, 1))
        optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
        for counts in BATCHES:
            with model.join():
                for _ in range(counts[rank]):
                    update(model, optimizer)
                weights = model.module.weight.tolist()
        return weights

    return on_two_ranks(step)


def fixed():
    def step(rank):
        model = DistributedDataParallel(torch.nn.Linear(2, 1))
        optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
        for counts in BATCHES:
            left = counts[rank]
            while all_have_one(left > 0):
                update(model, optimizer)
                left -= 1
            weights = model.module.weight.tolist()
        return weights

    return on_two_ranks(step)


def check(weights):
    """An even epoch after an uneven one ends with the same weights on both ranks."""
    pairs = zip(weights[0][0], weights[1][0], strict=True)
    off = max(abs(a - b) for a, b in pairs)
    assert off < 1e-6, f"the ranks' weights differ by {off:.4f}"
