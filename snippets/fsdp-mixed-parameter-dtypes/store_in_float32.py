"""Store every parameter in float32 and leave bfloat16 to MixedPrecision."""

import multiprocessing
import os

import torch
import torch._dynamo  # FSDP imports it: once here instead of in each rank
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import MixedPrecision

os.environ.update(GLOO_SOCKET_IFNAME="lo", OMP_NUM_THREADS="1")
SEED = 0
CPU = torch.device("cpu")
INPUTS = [torch.full((1, 4), 1.0), torch.tensor([[1.0, 2.0, 3.0, 4.0]])]  # of rank 0 and 1
BF16 = torch.bfloat16


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


def dtypes(model, x):
    return {"stored": [str(p.dtype) for p in model.parameters()], "output": str(model(x).dtype)}


def broken():
    def step(rank):
        policy = MixedPrecision(param_dtype=BF16)
        net = Net()
        model = FSDP(net, device_id=CPU, mixed_precision=policy)
        train(model, INPUTS[rank])
        return dtypes(model, INPUTS[rank])

    return on_two_ranks(step)


def fixed():
    def step(rank):
        policy = MixedPrecision(param_dtype=BF16)
        net = Net().float()
        model = FSDP(net, device_id=CPU, mixed_precision=policy)
        train(model, INPUTS[rank])
        return dtypes(model, INPUTS[rank])

    return on_two_ranks(step)


def mistake_every_dtype_of_the_policy():
    def step(rank):
        policy = MixedPrecision(param_dtype=BF16, reduce_dtype=BF16, buffer_dtype=BF16)
        net = Net()
        model = FSDP(net, device_id=CPU, mixed_precision=policy)
        train(model, INPUTS[rank])
        return dtypes(model, INPUTS[rank])

    return on_two_ranks(step)


def check(result):
    """The optimizer holds float32 and the arithmetic is bfloat16."""
    for rank, found in result.items():
        assert set(found["stored"]) == {"torch.float32"}, f"rank {rank} stores {found['stored']}"
        assert found["output"] == "torch.bfloat16", f"rank {rank} computes in {found['output']}"
