"""Store quantized bytes in the dtype of the other parameters (a stand-in for bitsandbytes)."""

import multiprocessing
import os

import torch
import torch._dynamo  # FSDP imports it: once here instead of in each rank
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

os.environ.update(GLOO_SOCKET_IFNAME="lo", OMP_NUM_THREADS="1")
SEED = 0
CPU = torch.device("cpu")
INPUT = torch.ones(1, 8, dtype=torch.bfloat16)


def on_two_ranks(step):
    """Run step(0) here and step(1) in a forked child, both in one gloo group; return both results."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2)
        store.set(f"rank {rank} is connected", "")
        store.wait(["rank 0 is connected", "rank 1 is connected"])  # before one fails
        results.put((rank, step(rank)))

    peer = multiprocessing.get_context("fork").Process(target=rank_main, args=(1,), daemon=True)
    peer.start()
    try:
        rank_main(0)
        return dict(sorted([results.get(), results.get()]))
    finally:
        peer.join(timeout=10)
        peer.kill()


class Quantized(torch.nn.Module):
    """A frozen 8-bit layer, whose bytes lie in a tensor of any dtype, and a trainable head."""

    def __init__(self, storage):
        super().__init__()
        torch.manual_seed(SEED)
        quantized = torch.randn(8, 8).mul(40).round().clamp(-127, 127).to(torch.int8)
        self.weight = torch.nn.Parameter(quantized.view(storage), requires_grad=False)
        self.head = torch.nn.Linear(8, 2, dtype=torch.bfloat16)

    def forward(self, x):
        return self.head(x @ (self.weight.view(torch.int8).to(x.dtype) / 40))


def broken():
    def step(rank):
        net = Quantized(storage=torch.uint8)
        model = FSDP(net, device_id=CPU, use_orig_params=True)
        return model(INPUT).tolist()

    return on_two_ranks(step)


def fixed():
    def step(rank):
        net = Quantized(storage=torch.bfloat16)
        model = FSDP(net, device_id=CPU, use_orig_params=True)
        return model(INPUT).tolist()

    return on_two_ranks(step)


def mistake_another_float():
    def step(rank):
        net = Quantized(storage=torch.float32)
        model = FSDP(net, device_id=CPU, use_orig_params=True)
        return model(INPUT).tolist()

    return on_two_ranks(step)


def check(outputs):
    """Both ranks compute what the unwrapped model computes: sharding kept every byte."""
    expected = Quantized(storage=torch.uint8)(INPUT).tolist()
    assert outputs == {0: expected, 1: expected}, f"{outputs} instead of {expected}"
