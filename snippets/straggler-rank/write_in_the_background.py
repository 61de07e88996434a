"""Let rank 0 write its logs and samples in a thread, so that the others need not wait for it."""

import multiprocessing
import os
import time
from concurrent.futures import ThreadPoolExecutor

import torch
import torch.distributed as dist

os.environ["GLOO_SOCKET_IFNAME"] = "lo"


def steps_that_waited(rank_0_work):
    """Run five steps on two ranks; count those in which rank 1 waited over 0.3 s for rank 0."""

    def rank_main(rank, results):
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2)
        dist.barrier()
        waited = 0
        for step in range(5):
            if rank == 0:
                rank_0_work()
            start = time.monotonic()
            dist.all_reduce(torch.ones(1))
            waited += time.monotonic() - start > 0.3
        dist.barrier()
        dist.destroy_process_group()
        if rank == 1:
            results.put(waited)

    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()
    peer = context.Process(target=rank_main, args=(1, results))
    peer.start()
    rank_main(0, results)
    peer.join()
    return results.get()


def write():
    time.sleep(0.6)  # an upload, a plot, a checkpoint


def broken():
    def work():
        write()

    return steps_that_waited(work)


def fixed():
    pool = ThreadPoolExecutor(1)

    def work():
        pool.submit(write)

    return steps_that_waited(work)


def check(waited):
    """Rank 1 does not wait for what rank 0 writes."""
    assert waited == 0, f"rank 1 waited for rank 0 in {waited} of 5 steps"
