"""Let DDP look for unused parameters, so that the very first backward is averaged."""

import multiprocessing
import os

import torch
import torch._dynamo  # DDP imports it: once here instead of in each rank
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

os.environ["GLOO_SOCKET_IFNAME"] = "lo"
SEED = 0
INPUTS = [torch.full((1, 2), 1.0), torch.full((1, 2), 3.0)]  # of rank 0 and of rank 1


def on_two_ranks(step):
    """Run step(0) here and step(1) in a forked child, both in one gloo group; return both results."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def rank_main(rank):
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
        self.body = torch.nn.Linear(2, 2)
        self.head = torch.nn.Linear(2, 2)

    def forward(self, x, use_head=True):
        x = self.body(x)
        return self.head(x) if use_head else x


def broken():
    def train(rank):
        model = DistributedDataParallel(Net())
        model(INPUTS[rank], use_head=False).sum().backward()
        return model.module.body.weight.grad.tolist()

    return on_two_ranks(train)


def fixed():
    def train(rank):
        model = DistributedDataParallel(Net(), find_unused_parameters=True)
        model(INPUTS[rank], use_head=False).sum().backward()
        return model.module.body.weight.grad.tolist()

    return on_two_ranks(train)


def mistake_gradient_as_bucket_view():
    def train(rank):
        model = DistributedDataParallel(Net(), gradient_as_bucket_view=True)
        model(INPUTS[rank], use_head=False).sum().backward()
        return model.module.body.weight.grad.tolist()

    return on_two_ranks(train)


def check(grads):
    """Both ranks hold the mean of their two gradients."""
    net = Net()
    torch.stack([net(x, use_head=False).sum() for x in INPUTS]).mean().backward()
    mean = net.body.weight.grad.tolist()
    assert grads == {0: mean, 1: mean}, f"mean {mean}, rank 0: {grads[0]}, rank 1: {grads[1]}"
