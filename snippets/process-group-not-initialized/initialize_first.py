"""Call init_process_group before anything that asks for a rank, a sampler among it."""

import os
import socket

import torch
import torch.distributed as dist
from torch.utils.data.distributed import DistributedSampler

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
os.environ.update(  # what torchrun sets for a job of one rank
    RANK="0", WORLD_SIZE="1", MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port)
)
os.environ["GLOO_SOCKET_IFNAME"] = "lo"
data = torch.arange(6)


def broken():
    sampler = DistributedSampler(data, shuffle=False)
    dist.init_process_group("gloo")
    return list(sampler)


def fixed():
    dist.init_process_group("gloo")
    sampler = DistributedSampler(data, shuffle=False)
    return list(sampler)


def mistake_check_availability():
    if not dist.is_available():
        dist.init_process_group("gloo")
    sampler = DistributedSampler(data, shuffle=False)
    return list(sampler)


def check(order):
    """The only rank sees all samples."""
    assert order == list(range(6)), f"the sampler gives {order}"
