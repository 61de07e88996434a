"""Shard trainable modules of another dtype as a group of their own."""

import multiprocessing
import os

import torch
import torch._dynamo  # FSDP imports it: once here instead of in each rank
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

os.environ.update(GLOO_SOCKET_IFNAME="lo", OMP_NUM_THREADS="1")
SEED = 0
CPU = torch.device("cpu")
INPUTS = [torch.full((1, 4), 1.0), torch.tensor([[1.0, 2.0, 3.0, 4.0]])]  # of rank 0 and 1


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


class Norm(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(4))  # float32, as many models keep it

    def forward(self, x):
        scaled = x.float() * x.float().square().mean(-1, keepdim=True).rsqrt()
        return (self.weight * scaled).to(x.dtype)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(SEED)
        self.norm = Norm()
        self.body = torch.nn.Linear(4, 4, dtype=torch.bfloat16)

    def forward(self, x):
        return self.body(self.norm(x.to(self.body.weight.dtype)))


def train(model, *inputs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(3):
        optimizer.zero_grad()
        torch.stack([model(x).float().square().sum() for x in inputs]).mean().backward()
        optimizer.step()


def weights(model):
    return {name: p.full_tensor().tolist() for name, p in model.named_parameters()}


def outcome(model, x):
    try:
        train(model, x)
        return weights(model)
    except AssertionError as error:
        return str(error).partition(" but got")[0]  # what follows is a set, in any order


def broken():
    def step(rank):
        mesh, net = init_device_mesh("cpu", (2,)), Net()
        model = fully_shard(net, mesh=mesh)
        return outcome(model, INPUTS[rank])

    return on_two_ranks(step)


def fixed():
    def step(rank):
        mesh, net = init_device_mesh("cpu", (2,)), Net()
        fully_shard(net.norm, mesh=mesh)
        model = fully_shard(net, mesh=mesh)
        return outcome(model, INPUTS[rank])

    return on_two_ranks(step)


def mistake_mixed_precision_policy():
    def step(rank):
        mesh, net = init_device_mesh("cpu", (2,)), Net()
        policy = MixedPrecisionPolicy(torch.bfloat16, reduce_dtype=torch.float32)
        model = fully_shard(net, mesh=mesh, mp_policy=policy)
        return outcome(model, INPUTS[rank])

    return on_two_ranks(step)


def check(trained):
    """Both ranks end with the weights that one process reaches on the data of both."""
    assert isinstance(trained[0], dict), trained[0]
    model = Net()
    train(model, *INPUTS)
    for name, weight in model.named_parameters():
        for rank in (0, 1):
            off = (torch.tensor(trained[rank][name]) - weight.float()).abs().max()
            assert off < 0.02, f"{name} of rank {rank} is off by {off:.4f}"
