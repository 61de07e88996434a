"""Without backward the last batch's graph lives while the next is computed: more than training."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(torch.nn.Linear(8, 256), torch.nn.GELU(), torch.nn.Linear(256, 8))
batches = torch.randn(5, 64, 8).unbind()
live = {"bytes": 0, "peak": 0}


class Counted:
    """Holds a saved tensor, and counts its bytes as long as the graph does."""

    def __init__(self, tensor):
        self.tensor = tensor
        live["bytes"] += tensor.nbytes
        live["peak"] = max(live["peak"], live["bytes"])

    def __del__(self):
        live["bytes"] -= self.tensor.nbytes


def peak_of(epoch):
    live.update(bytes=0, peak=0)
    with torch.autograd.graph.saved_tensors_hooks(Counted, lambda saved: saved.tensor):
        epoch()
    return live["peak"]


def train():
    for x in batches:
        loss = (model(x) - x).square().mean()
        loss.backward()


def broken():
    def validate():
        for x in batches:
            loss = (model(x) - x).square().mean()
        return loss.item()

    return peak_of(validate)


def fixed():
    @torch.no_grad()
    def validate():
        for x in batches:
            loss = (model(x) - x).square().mean()
        return loss.item()

    return peak_of(validate)


def check(peak):
    """Validation keeps less for backward than training does at its peak."""
    training = peak_of(train)
    assert peak < training, f"{peak / 1000:.0f} kB kept, in training {training / 1000:.0f} kB"
