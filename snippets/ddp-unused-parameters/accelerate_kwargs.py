"""Hand find_unused_parameters to DDP through Accelerate's DistributedDataParallelKwargs."""

import multiprocessing
import os

import torch
import torch._dynamo  # DDP imports it: once here instead of in each rank
import torch.distributed as dist
from accelerate import Accelerator, DistributedDataParallelKwargs

SEED = 0
INPUTS = [torch.full((1, 2), 1.0), torch.full((1, 2), 3.0)]  # of rank 0 and of rank 1
os.environ.update(GLOO_SOCKET_IFNAME="lo", OMP_NUM_THREADS="1")
os.environ.update(WORLD_SIZE="2", LOCAL_WORLD_SIZE="2")  # what `accelerate launch` sets


def on_two_ranks(step):
    """Run step here as rank 0 and in a forked child as rank 1; return both results."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def rank_main(rank):
        os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank))
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2)
        results.put((rank, step(rank)))

    peer = multiprocessing.get_context("fork").Process(target=rank_main, args=(1,), daemon=True)
    peer.start()
    try:
        rank_main(0)
        return dict(sorted([results.get(), results.get()]))
    finally:
        peer.join(timeout=2)
        peer.kill()


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(SEED)
        self.body, self.unused = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.body(x)


def broken():
    def train(rank):
        accelerator = Accelerator(cpu=True)
        model = accelerator.prepare(Net())
        for _ in range(3):
            model.zero_grad()
            accelerator.backward(model(INPUTS[rank]).sum())
        return model.module.body.weight.grad.tolist()

    return on_two_ranks(train)


def fixed():
    def train(rank):
        ddp = DistributedDataParallelKwargs(find_unused_parameters=True)
        accelerator = Accelerator(cpu=True, kwargs_handlers=[ddp])
        model = accelerator.prepare(Net())
        for _ in range(3):
            model.zero_grad()
            accelerator.backward(model(INPUTS[rank]).sum())
        return model.module.body.weight.grad.tolist()

    return on_two_ranks(train)


def check(grads):
    """Both ranks hold the mean of their two gradients."""
    mean = torch.cat(INPUTS).mean(dim=0).expand(2, 2).tolist()
    assert grads == {0: mean, 1: mean}, f"mean {mean}, rank 0: {grads[0]}, rank 1: {grads[1]}"
