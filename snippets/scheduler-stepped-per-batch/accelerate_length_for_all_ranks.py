"""Count a schedule for Accelerate in updates times processes: it steps once for each process."""

import multiprocessing
import os
import socket

import torch
from accelerate import Accelerator

os.environ.update(GLOO_SOCKET_IFNAME="lo", MASTER_ADDR="127.0.0.1", ACCELERATE_USE_CPU="true")
os.environ.update(OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
UPDATES, RANKS = 12, 2


def on_two_ranks(length_of):
    """Train on two gloo ranks; return the rates that rank 0 used."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        os.environ["MASTER_PORT"] = str(free.getsockname()[1])

    def rank_main(rank):
        os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(RANKS))
        accelerator = Accelerator()
        model = torch.nn.Linear(1, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        decay = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, length_of(accelerator))
        model, optimizer, scheduler = accelerator.prepare(model, optimizer, decay)
        rates = []
        for _ in range(UPDATES):
            rates.append(optimizer.param_groups[0]["lr"])
            accelerator.backward(model(torch.ones(1, 1)).sum())
            optimizer.step()
            scheduler.step()
        return rates

    peer = multiprocessing.get_context("fork").Process(target=rank_main, args=(1,), daemon=True)
    peer.start()
    try:
        return rank_main(0)
    finally:
        peer.join(timeout=1)
        peer.kill()


def broken():
    def length_of(accelerator):
        return UPDATES

    return on_two_ranks(length_of)


def fixed():
    def length_of(accelerator):
        return UPDATES * accelerator.num_processes

    return on_two_ranks(length_of)


def check(rates):
    """The rate is at its middle, 0.055, after half of the updates."""
    middle = rates[UPDATES // 2]
    assert abs(middle - 0.055) < 1e-3, f"{middle:.3f} at half time, {rates[-1]:.3f} at the end"
