"""Set NCCL's variables before the worker processes start, and let each worker show them."""

import multiprocessing
import os

fork = multiprocessing.get_context("fork")


def start_worker():
    """Start a process that waits for work, as pools and actor systems do, and answers once."""
    mine, theirs = fork.Pipe()

    def serve():
        theirs.recv()
        theirs.send(os.environ.get("NCCL_P2P_DISABLE"))

    fork.Process(target=serve, daemon=True).start()
    return mine


def broken():
    worker = start_worker()
    os.environ["NCCL_P2P_DISABLE"] = "1"
    worker.send("what do you see?")
    return worker.recv()


def fixed():
    os.environ["NCCL_P2P_DISABLE"] = "1"
    worker = start_worker()
    worker.send("what do you see?")
    return worker.recv()


def check(seen):
    """The process that calls NCCL sees the variable."""
    assert seen == "1", f"the worker sees NCCL_P2P_DISABLE={seen}"
