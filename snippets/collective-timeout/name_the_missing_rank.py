"""Put a monitored_barrier before the collective: it waits too, and names the ranks that are missing."""

import datetime
import multiprocessing
import os
import time

import torch
import torch.distributed as dist

os.environ["GLOO_SOCKET_IFNAME"] = "lo"
SHORT = datetime.timedelta(seconds=2)
SHORTER = datetime.timedelta(seconds=1)


def on_three_ranks(step):
    """Run step(0) here and two more ranks in forked children; return the error of rank 0."""

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 3)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=3, timeout=SHORT)
        try:
            step(rank)
        except RuntimeError as error:
            return str(error).partition("\n")[0]

    fork = multiprocessing.get_context("fork")
    for rank in (1, 2):
        fork.Process(target=rank_main, args=(rank,), daemon=True).start()
    return rank_main(0)


def broken():
    def step(rank):
        if rank == 2:
            time.sleep(3)  # still reading its data
        dist.all_reduce(torch.ones(1))

    return on_three_ranks(step)


def fixed():
    def step(rank):
        if rank == 2:
            time.sleep(3)  # still reading its data
        dist.monitored_barrier(timeout=SHORTER)
        dist.all_reduce(torch.ones(1))

    return on_three_ranks(step)


def check(message):
    """Rank 0's error names the one rank that was late, and no other."""
    assert "Rank 2 failed" in message, f"rank 0 says: {message[-68:]}"
