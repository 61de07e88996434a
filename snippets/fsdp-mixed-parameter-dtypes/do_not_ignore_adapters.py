"""Wrap the adapters in a unit of their own; an ignored module is not averaged."""

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


class Adapter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = torch.nn.Linear(4, 2, bias=False), torch.nn.Linear(2, 4, bias=False)

    def forward(self, x):
        return self.b(self.a(x.float())).to(x.dtype)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(SEED)
        self.base = torch.nn.Linear(4, 4, dtype=torch.bfloat16).requires_grad_(False)
        self.adapter = Adapter()

    def forward(self, x):
        x = x.to(torch.bfloat16)
        return self.base(x) + self.adapter(x)


def adapter_weights(model):
    with FSDP.summon_full_params(model):
        found = [p for p in model.parameters() if p.dtype == torch.float32]
        return torch.nn.utils.parameters_to_vector(found).tolist()


def gaps(ranks):
    return (torch.tensor(ranks[0]) - torch.tensor(ranks[1])).abs().amax(dim=1).tolist()


def broken():
    def step(rank):
        net, history = Net(), []
        model = FSDP(
            net,
            device_id=CPU,
            use_orig_params=True,
            ignored_modules=[net.adapter],
        )
        optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
        for _ in range(8):
            optimizer.zero_grad()
            model(INPUTS[rank]).float().square().sum().backward()
            optimizer.step()
            history.append(adapter_weights(model))
        return history

    return gaps(on_two_ranks(step))


def fixed():
    def step(rank):
        net, history = Net(), []
        model = FSDP(
            net,
            device_id=CPU,
            use_orig_params=True,
            auto_wrap_policy=ModuleWrapPolicy({Adapter}),
        )
        optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
        for _ in range(8):
            optimizer.zero_grad()
            model(INPUTS[rank]).float().square().sum().backward()
            optimizer.step()
            history.append(adapter_weights(model))
        return history

    return gaps(on_two_ranks(step))


def check(gaps):
    """Both ranks hold the same adapter after every step."""
    apart = [step for step, gap in enumerate(gaps) if gap > 1e-6]
    assert not apart, (
        f"the ranks' adapters are up to {max(gaps):.3f} apart, from step {apart[0]} on"
    )
