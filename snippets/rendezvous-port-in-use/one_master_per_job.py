"""Take the rank from the launcher: only one process of a job may be rank 0 and listen."""

import multiprocessing
import os
import socket
import time

import torch
import torch.distributed as dist

os.environ.update(MASTER_ADDR="127.0.0.1", WORLD_SIZE="2", GLOO_SOCKET_IFNAME="lo")
PORT = 29555


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def two_processes(step):
    """Start one process with RANK=0, then be the one with RANK=1, as a launcher arranges it."""
    os.environ.update(MASTER_PORT=str(PORT), RANK="0")
    multiprocessing.get_context("fork").Process(target=step, daemon=True).start()
    while not is_listening(PORT):
        time.sleep(0.01)
    os.environ["RANK"] = "1"
    return step()


def broken():
    def step():
        dist.init_process_group("gloo", rank=0, world_size=2)
        total = torch.ones(1)
        dist.all_reduce(total)
        return total.item()

    return two_processes(step)


def fixed():
    def step():
        rank = int(os.environ["RANK"])
        dist.init_process_group("gloo", rank=rank, world_size=2)
        total = torch.ones(1)
        dist.all_reduce(total)
        return total.item()

    return two_processes(step)


def check(total):
    """Both processes took part in the sum."""
    assert total == 2, f"the sum over two processes is {total}"
