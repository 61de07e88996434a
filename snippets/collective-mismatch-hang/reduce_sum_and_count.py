"""Reduce a sum and a count, which have the same shape on every rank."""

import datetime
import multiprocessing
import os

import torch
import torch.distributed as dist

os.environ["GLOO_SOCKET_IFNAME"] = "lo"
SECOND = datetime.timedelta(seconds=1)
LOSSES = [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0, 5.0]]  # the last, shorter batch of rank 0; rank 1


def on_two_ranks(step):
    """Run step(0) here and step(1) in a forked child, both in one gloo group; return both results."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2, timeout=SECOND)
        try:
            results.put((rank, step(rank)))
        except RuntimeError as error:
            results.put((rank, str(error)))
            raise

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
        losses = torch.tensor(LOSSES[rank])
        dist.all_reduce(losses)
        return losses.mean().item() / 2

    return on_two_ranks(step)


def fixed():
    def step(rank):
        losses = torch.tensor(LOSSES[rank])
        total = torch.stack([losses.sum(), torch.tensor(float(len(losses)))])
        dist.all_reduce(total)
        return (total[0] / total[1]).item()

    return on_two_ranks(step)


def check(means):
    """Every rank holds the mean over the samples of both ranks."""
    mean = sum(LOSSES[0] + LOSSES[1]) / 7
    assert means == {0: mean, 1: mean}, f"mean {mean}; rank 0: {means[0]}, rank 1: {means[1]}"
