"""Reduce named metrics in one order that all ranks share."""

import multiprocessing
import os

import torch
import torch.distributed as dist

os.environ["GLOO_SOCKET_IFNAME"] = "lo"
COUNTS = [{"cat": 10, "dog": 1}, {"dog": 2, "cat": 20}]  # in the order met in the data


def on_two_ranks(step):
    """Run step(0) here and step(1) in a forked child, both in one gloo group; return both results."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2)
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
        counts = {name: torch.tensor(n) for name, n in COUNTS[rank].items()}
        for count in counts.values():
            dist.all_reduce(count)
        return {name: n.item() for name, n in counts.items()}

    return on_two_ranks(step)


def fixed():
    def step(rank):
        counts = {name: torch.tensor(n) for name, n in COUNTS[rank].items()}
        for name in sorted(counts):
            dist.all_reduce(counts[name])
        return {name: n.item() for name, n in counts.items()}

    return on_two_ranks(step)


def mistake_debug_detail():
    dist.set_debug_level(dist.DebugLevel.DETAIL)
    return broken()


def check(totals):
    """Each rank's total of a class is the sum of that class over the ranks."""
    for rank in (0, 1):
        for name in ("cat", "dog"):
            expected = COUNTS[0][name] + COUNTS[1][name]
            got = totals[rank][name]
            assert got == expected, f"rank {rank} counts {got} of {name}, true total {expected}"
