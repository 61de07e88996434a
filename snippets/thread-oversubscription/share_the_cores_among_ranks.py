"""Give each rank its share of the cores: by default every process takes all of them."""

import multiprocessing
import os

import torch

CORES, RANKS = 8, 4
torch.set_num_threads(CORES)  # what torch does by itself on a machine with eight cores


def threads(begin):
    """Start four ranks, let each add two tensors, and return how many threads do it in each."""
    context = multiprocessing.get_context("fork")
    counts = context.SimpleQueue()

    def rank_main():
        begin()
        before = len(os.listdir("/proc/self/task"))
        torch.ones(1 << 20).add(1)
        counts.put(len(os.listdir("/proc/self/task")) - before + 1)

    ranks = [context.Process(target=rank_main) for _ in range(RANKS)]
    for rank in ranks:
        rank.start()
    for rank in ranks:
        rank.join()
    return [counts.get() for _ in ranks]


def broken():
    def begin():
        pass

    return threads(begin)


def fixed():
    def begin():
        torch.set_num_threads(CORES // RANKS)

    return threads(begin)


def mistake_environment_in_the_script():
    def begin():
        os.environ["OMP_NUM_THREADS"] = str(CORES // RANKS)

    return threads(begin)


def mistake_interop_threads():
    def begin():
        torch.set_num_interop_threads(1)

    return threads(begin)


def check(counts):
    """The ranks together run at most one thread a core."""
    total = sum(counts)
    assert total <= CORES, f"{RANKS} ranks run {total} threads on {CORES} cores: {counts}"
