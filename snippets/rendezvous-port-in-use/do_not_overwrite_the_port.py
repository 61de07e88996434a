"""Set a default port, and let the environment decide if it names another."""

import contextlib
import os
import socket

import torch.distributed as dist

os.environ.update(MASTER_ADDR="127.0.0.1", RANK="0", WORLD_SIZE="1", GLOO_SOCKET_IFNAME="lo")
os.environ["MASTER_PORT"] = "0"  # what the user exported; 0 lets the system choose


def another_job():
    """Listen on the port that so many scripts have in their source."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with contextlib.suppress(OSError):  # somebody else does already
        listener.bind(("127.0.0.1", 29500))
        listener.listen()
    return listener


def broken():
    with another_job():
        os.environ["MASTER_PORT"] = "29500"
        dist.init_process_group("gloo")
        return dist.get_world_size()


def fixed():
    with another_job():
        os.environ.setdefault("MASTER_PORT", "29500")
        dist.init_process_group("gloo")
        return dist.get_world_size()


def check(size):
    """The process group of one rank stands."""
    assert size == 1, f"{size} ranks"
