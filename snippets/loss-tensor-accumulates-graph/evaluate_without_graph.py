"""Evaluate under torch.no_grad(), so that no graph with its activations is recorded."""

import weakref

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.GELU(), torch.nn.Linear(256, 1))
batches = torch.randn(6, 32, 64)
saved = weakref.WeakSet()


class Saved:
    def __init__(self, tensor):
        self.tensor = tensor
        saved.add(self)


def evaluate(x):
    with torch.autograd.graph.saved_tensors_hooks(Saved, lambda kept: kept.tensor):
        return model(x).square().mean()


def kilobytes_saved():
    sizes = {kept.tensor.data_ptr(): kept.tensor.nbytes for kept in saved}
    return sum(sizes.values()) // 1024


def broken():
    total, alive = 0.0, []
    for x in batches:
        total += evaluate(x)
        alive.append(kilobytes_saved())
    return alive


def fixed():
    total, alive = 0.0, []
    for x in batches:
        with torch.no_grad():
            total += evaluate(x)
        alive.append(kilobytes_saved())
    return alive


def mistake_eval_mode():
    model.eval()
    total, alive = 0.0, []
    for x in batches:
        total += evaluate(x)
        alive.append(kilobytes_saved())
    return alive


def check(alive):
    """An evaluation keeps no activations alive from one batch to the next."""
    assert alive[-1] <= alive[0], (
        f"{alive[0]} KB saved for backward after batch 1, {alive[-1]} KB after batch {len(alive)}"
    )
