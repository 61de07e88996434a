"""Put a monitored_barrier before the collective: it waits too, and names the ranks that are missing."""

import datetime
import multiprocessing
import os
import time

import torch
import torch.distributed as dist

os.environ["GLOO_SOCKET_IFNAME"] = "lo"
SECOND = datetime.timedelta(seconds=1)
HALF = datetime.timedelta(seconds=0.5)


def on_three_ranks(step):
    """Run step(0) here and two more ranks in forked children; return the error of each rank."""
    fork = multiprocessing.get_context("fork")
    errors = fork.SimpleQueue()

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 3)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=3, timeout=SECOND)
        try:
            step(rank)
            errors.put((rank, None))
        except RuntimeError as error:
            errors.put((rank, str(error)))

    peers = [fork.Process(target=rank_main, args=(rank,), daemon=True) for rank in (1, 2)]
    for peer in peers:
        peer.start()
    rank_main(0)
    return dict(sorted(errors.get() for rank in range(3)))


def broken():
    def step(rank):
        if rank == 2:
            time.sleep(1.5)  # still reading its data
        dist.all_reduce(torch.ones(1))

    return on_three_ranks(step)


def fixed():
    def step(rank):
        if rank == 2:
            time.sleep(1.5)  # still reading its data
        dist.monitored_barrier(timeout=HALF)
        dist.all_reduce(torch.ones(1))

    return on_three_ranks(step)


def check(errors):
    """Rank 0's error names the one rank that was late, and no other."""
    message = errors[0].partition("\n")[0]
    assert "Rank 2 failed" in message, f"rank 0 says: {message[-110:]}"
