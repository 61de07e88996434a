"""Contribute a zero where a rank has no data instead of skipping the collective."""

import multiprocessing
import os

import torch
import torch.distributed as dist

os.environ["GLOO_SOCKET_IFNAME"] = "lo"
dist.set_debug_level(dist.DebugLevel.DETAIL)
BOXES = [[3], [0]]  # labelled boxes in the batch of rank 0 and of rank 1


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
        boxes = torch.tensor(BOXES[rank])
        if boxes.item() > 0:
            dist.all_reduce(boxes)
        best_score = torch.ones(1)
        dist.broadcast(best_score, src=0)
        return boxes.item()

    return on_two_ranks(step)


def fixed():
    def step(rank):
        boxes = torch.tensor(BOXES[rank])
        dist.all_reduce(boxes)
        best_score = torch.ones(1)
        dist.broadcast(best_score, src=0)
        return boxes.item()

    return on_two_ranks(step)


def check(boxes):
    """Every rank knows the number of boxes on all ranks."""
    assert boxes == {0: 3, 1: 3}, f"the ranks count {boxes} boxes, not 3"
