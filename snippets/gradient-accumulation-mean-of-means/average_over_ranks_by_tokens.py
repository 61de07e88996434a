"""Scale each rank's loss by world size over the tokens of all ranks, since DDP averages gradients."""

import multiprocessing
import os

import torch
import torch._dynamo  # DDP imports it: once here instead of in each rank
import torch.distributed as dist
from torch.nn.functional import cross_entropy
from torch.nn.parallel import DistributedDataParallel

os.environ["GLOO_SOCKET_IFNAME"] = "lo"
SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(8, 5)
inputs, labels = torch.randn(9, 8), torch.randint(5, (9,))
SHARDS = [slice(0, 7), slice(7, 9)]  # rank 0 holds seven tokens, rank 1 two


def on_two_ranks(loss_of):
    """Run backward here as rank 0 and in a forked child as rank 1; return the averaged gradient."""

    def rank_main(rank):
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2)
        replica = DistributedDataParallel(model)
        loss_of(replica, inputs[SHARDS[rank]], labels[SHARDS[rank]]).backward()

    peer = multiprocessing.get_context("fork").Process(target=rank_main, args=(1,), daemon=True)
    peer.start()
    try:
        rank_main(0)
        return model.weight.grad
    finally:
        peer.join(timeout=1)
        peer.kill()


def broken():
    def loss_of(replica, x, y):
        return cross_entropy(replica(x), y)

    return on_two_ranks(loss_of)


def fixed():
    def loss_of(replica, x, y):
        tokens = torch.tensor(len(y))
        dist.all_reduce(tokens)
        total = cross_entropy(replica(x), y, reduction="sum")
        return total * dist.get_world_size() / tokens

    return on_two_ranks(loss_of)


def mistake_forget_world_size():
    def loss_of(replica, x, y):
        tokens = torch.tensor(len(y))
        dist.all_reduce(tokens)
        total = cross_entropy(replica(x), y, reduction="sum")
        return total / tokens

    return on_two_ranks(loss_of)


def check(gradient):
    """Two ranks give the gradient that one process gets from all their tokens."""
    cross_entropy(model(inputs), labels).backward()
    off = (gradient - model.weight.grad).norm() / model.weight.grad.norm()
    assert off < 1e-4, f"the averaged gradient is {off:.0%} off that of one process"
