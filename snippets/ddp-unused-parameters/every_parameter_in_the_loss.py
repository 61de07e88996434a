"""Weight an absent task with zero instead of leaving it out of the loss."""

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
        self.body, self.box, self.label = (torch.nn.Linear(2, 2) for _ in range(3))

    def forward(self, x):
        x = self.body(x)
        return self.box(x).square().sum(), self.label(x).square().sum()


def train_step(model, *losses):
    torch.stack(losses).mean().backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()
    model.zero_grad()


def weights(model):
    return torch.nn.utils.parameters_to_vector(model.parameters()).tolist()


def broken():
    def train(rank):
        model = DistributedDataParallel(Net())
        for labelled in (True, False, True):
            loss, label_loss = model(INPUTS[rank])
            if labelled:
                loss = loss + label_loss
            train_step(model, loss)
        return weights(model)

    return on_two_ranks(train)


def fixed():
    def train(rank):
        model = DistributedDataParallel(Net())
        for labelled in (True, False, True):
            loss, label_loss = model(INPUTS[rank])
            loss = loss + labelled * label_loss
            train_step(model, loss)
        return weights(model)

    return on_two_ranks(train)


def mistake_fresh_zero():
    def train(rank):
        model = DistributedDataParallel(Net())
        for labelled in (True, False, True):
            loss, label_loss = model(INPUTS[rank])
            if labelled:
                loss = loss + label_loss
            else:
                loss = loss + torch.zeros((), requires_grad=True)
            train_step(model, loss)
        return weights(model)

    return on_two_ranks(train)


def check(trained):
    """Both ranks end with the weights that one process reaches on the data of both."""
    model = Net()
    for labelled in (True, False, True):
        losses = [model(x) for x in INPUTS]
        train_step(model, *[box + label if labelled else box for box, label in losses])
    for rank in (0, 1):
        torch.testing.assert_close(torch.tensor(trained[rank]), torch.tensor(weights(model)))
