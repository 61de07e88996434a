"""Give the modules of another dtype a wrap unit of their own."""

import multiprocessing
import os

import torch
import torch._dynamo  # FSDP imports it: once here instead of in each rank
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.wrap import ModuleWrapPolicy

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


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = Norm()
        self.body = torch.nn.Linear(4, 4, dtype=torch.bfloat16)

    def forward(self, x):
        return self.body(self.norm(x.to(self.body.weight.dtype)))


def net():
    torch.manual_seed(SEED)
    return torch.nn.Sequential(Block(), Block())


def train(model, *inputs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(3):
        optimizer.zero_grad()
        torch.stack([model(x).float().square().sum() for x in inputs]).mean().backward()
        optimizer.step()


def weights(model):
    with FSDP.summon_full_params(model):
        return {
            n.replace("_fsdp_wrapped_module.", ""): p.tolist() for n, p in model.named_parameters()
        }


def broken():
    def step(rank):
        policy = ModuleWrapPolicy({Block})
        model = FSDP(net(), device_id=CPU, auto_wrap_policy=policy)
        train(model, INPUTS[rank])
        return weights(model)

    return on_two_ranks(step)


def fixed():
    def step(rank):
        policy = ModuleWrapPolicy({Block, Norm})
        model = FSDP(net(), device_id=CPU, auto_wrap_policy=policy)
        train(model, INPUTS[rank])
        return weights(model)

    return on_two_ranks(step)


def mistake_wrap_the_root_only():
    def step(rank):
        model = FSDP(net(), device_id=CPU)
        train(model, INPUTS[rank])
        return weights(model)

    return on_two_ranks(step)


def check(trained):
    """Both ranks end with the weights that one process reaches on the data of both."""
    model = net()
    train(model, *INPUTS)
    for name, weight in model.named_parameters():
        for rank in (0, 1):
            off = (torch.tensor(trained[rank][name]) - weight.float()).abs().max()
            assert off < 0.02, f"{name} of rank {rank} is off by {off:.4f}"
