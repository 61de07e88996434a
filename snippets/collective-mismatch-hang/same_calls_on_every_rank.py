"""Call a collective on every rank and let only the logging depend on the rank."""

import datetime
import multiprocessing
import os

import torch
import torch.distributed as dist

os.environ["GLOO_SOCKET_IFNAME"] = "lo"
HOUR = datetime.timedelta(hours=1)


def on_two_ranks(step):
    """Run step(0) here and step(1) in a forked child, both in one gloo group; return both results."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2, timeout=HOUR)
        results.put((rank, step(rank)))

    peer = multiprocessing.get_context("fork").Process(target=rank_main, args=(1,), daemon=True)
    peer.start()
    try:
        rank_main(0)
        return dict(sorted([results.get(), results.get()]))
    finally:
        peer.join(timeout=5)
        peer.kill()


def broken():
    def step(rank):
        loss = torch.tensor(1.0 + rank)
        if rank == 0:
            dist.all_reduce(loss)
            print("mean loss", loss.item() / 2)
        dist.barrier()
        return loss.item() / 2

    return on_two_ranks(step)


def fixed():
    def step(rank):
        loss = torch.tensor(1.0 + rank)
        dist.all_reduce(loss)
        if rank == 0:
            print("mean loss", loss.item() / 2)
        dist.barrier()
        return loss.item() / 2

    return on_two_ranks(step)


def mistake_barrier_before():
    def step(rank):
        loss = torch.tensor(1.0 + rank)
        dist.barrier()
        if rank == 0:
            dist.all_reduce(loss)
            print("mean loss", loss.item() / 2)
        dist.barrier()
        return loss.item() / 2

    return on_two_ranks(step)


def check(means):
    """Every rank holds the mean of the two losses, 1.0 and 2.0."""
    assert means == {0: 1.5, 1: 1.5}, f"the ranks hold the means {means}"
