"""Wrap only what trains in DDP: a frozen teacher has no gradients to average."""

import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

SEED = 0
torch.manual_seed(SEED)
x = torch.randn(8, 4)
teacher = torch.nn.Linear(4, 2).requires_grad_(False)
student = torch.nn.Linear(4, 2)


def join():
    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)


def distill(teacher, student):
    loss = (student(x) - teacher(x)).square().mean()
    loss.backward()
    return next(student.parameters()).grad.norm().item()


def broken():
    join()
    norm = distill(DistributedDataParallel(teacher), DistributedDataParallel(student))
    dist.destroy_process_group()
    return norm


def fixed():
    join()
    norm = distill(teacher, DistributedDataParallel(student))
    dist.destroy_process_group()
    return norm


def check(norm):
    """The student gets a gradient."""
    assert norm > 0, f"gradient norm {norm:.4f}"
