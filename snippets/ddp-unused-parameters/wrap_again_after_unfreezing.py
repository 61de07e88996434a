"""Wrap the model again after unfreezing parameters: DDP averages only those it saw trainable."""

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
        if rank == 1:  # one rank is enough to print what both print
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
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

    def forward(self, x):
        x = self.body(x)
        return self.head(x)


def train_step(model, *losses):
    torch.stack(losses).mean().backward()
    torch.optim.SGD(model.parameters(), lr=0.01).step()
    model.zero_grad()


def gaps(bodies):
    """Return how far the two ranks' weights are apart after each step."""
    mine, peers = torch.tensor(bodies[0]), torch.tensor(bodies[1])
    return (mine - peers).abs().amax(1).tolist()


def weights(model):
    return torch.nn.utils.parameters_to_vector(model.parameters()).tolist()


def broken():
    def train(rank):
        net, bodies = Net(), []
        net.body.requires_grad_(False)
        model = DistributedDataParallel(net)
        for step in range(10):
            if step == 2:
                net.body.requires_grad_(True)
            train_step(model, model(INPUTS[rank]).square().sum())
            bodies.append(weights(net.body))
        return bodies

    return gaps(on_two_ranks(train))


def fixed():
    def train(rank):
        net, bodies = Net(), []
        net.body.requires_grad_(False)
        model = DistributedDataParallel(net)
        for step in range(10):
            if step == 2:
                net.body.requires_grad_(True)
                model = DistributedDataParallel(net)
            train_step(model, model(INPUTS[rank]).square().sum())
            bodies.append(weights(net.body))
        return bodies

    return gaps(on_two_ranks(train))


def mistake_find_unused():
    def train(rank):
        net, bodies = Net(), []
        net.body.requires_grad_(False)
        model = DistributedDataParallel(net, find_unused_parameters=True)
        for step in range(10):
            if step == 2:
                net.body.requires_grad_(True)
            train_step(model, model(INPUTS[rank]).square().sum())
            bodies.append(weights(net.body))
        return bodies

    return gaps(on_two_ranks(train))


def check(gaps):
    """Both ranks hold the same weights after every step."""
    apart = [step for step, gap in enumerate(gaps) if gap > 1e-6]
    assert not apart, f"the ranks are up to {max(gaps):.3f} apart, from step {apart[0]} on"
