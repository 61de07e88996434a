"""Let DDP look for the parameters that a step leaves out."""

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


class Experts(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(SEED)
        self.body = torch.nn.Linear(2, 2)
        self.experts = torch.nn.ModuleList(torch.nn.Linear(2, 2) for _ in range(2))

    def forward(self, x, expert):
        return self.experts[expert](self.body(x))


def train_step(model, *losses):
    torch.stack(losses).mean().backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()
    model.zero_grad()


def weights(model):
    return torch.nn.utils.parameters_to_vector(model.parameters()).tolist()


def broken():
    def train(rank):
        model = DistributedDataParallel(
            Experts(),
        )
        for step in range(4):
            train_step(model, model(INPUTS[rank], expert=step % 2).square().sum())
        return weights(model)

    return on_two_ranks(train)


def fixed():
    def train(rank):
        model = DistributedDataParallel(
            Experts(),
            find_unused_parameters=True,
        )
        for step in range(4):
            train_step(model, model(INPUTS[rank], expert=step % 2).square().sum())
        return weights(model)

    return on_two_ranks(train)


def mistake_static_graph():
    def train(rank):
        model = DistributedDataParallel(Experts(), static_graph=True)
        for step in range(4):
            train_step(model, model(INPUTS[rank], expert=step % 2).square().sum())
        return weights(model)

    return on_two_ranks(train)


def check(trained):
    """Both ranks end with the weights that one process reaches on the data of both."""
    model = Experts()
    for step in range(4):
        outputs = [model(x, expert=step % 2) for x in INPUTS]
        train_step(model, *[y.square().sum() for y in outputs])
    for rank in (0, 1):
        torch.testing.assert_close(torch.tensor(trained[rank]), torch.tensor(weights(model)))
