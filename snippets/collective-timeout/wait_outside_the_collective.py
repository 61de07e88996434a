"""Wait for one rank's slow work on the store, with a limit of its own, not in a collective."""

import contextlib
import datetime
import multiprocessing
import os
import time

import torch.distributed as dist

os.environ["GLOO_SOCKET_IFNAME"] = "lo"
SHORT = datetime.timedelta(seconds=2)  # stands for NCCL's ten minutes
HOUR = datetime.timedelta(hours=1)


def on_two_ranks(step):
    """Run step(0, store) in a forked child and step(1, store) here, in one gloo group."""

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2, timeout=SHORT)
        with contextlib.suppress(RuntimeError) if rank == 0 else contextlib.nullcontext():
            step(rank, store)

    peer = multiprocessing.get_context("fork").Process(target=rank_main, args=(0,), daemon=True)
    peer.start()
    rank_main(1)
    return open("tokens").read()


def tokenize():
    time.sleep(3)
    open("tokens", "w").write("1 2 3")


def broken():
    def step(rank, store):
        if rank == 0:
            tokenize()
        dist.barrier()

    return on_two_ranks(step)


def fixed():
    def step(rank, store):
        if rank == 0:
            tokenize()
            store.set("tokenized", "yes")
        store.wait(["tokenized"], HOUR)
        dist.barrier()

    return on_two_ranks(step)


def mistake_group_with_a_longer_timeout():
    def step(rank, store):
        dist.new_group(timeout=HOUR)
        if rank == 0:
            tokenize()
        dist.barrier()

    return on_two_ranks(step)


def mistake_barrier_on_both_sides():
    def step(rank, store):
        dist.barrier()
        if rank == 0:
            tokenize()
        dist.barrier()

    return on_two_ranks(step)


def check(tokens):
    """The rank that waited reads what rank 0 wrote."""
    assert tokens == "1 2 3", f"read {tokens!r}"
