"""Compute inside the no_grad function: a generator that it returns runs later, with a graph."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(4, 2)
batches = torch.randn(3, 5, 4).unbind()


def broken():
    @torch.no_grad
    def batches_to_score():
        return (model(x) for x in batches)

    return [output.requires_grad for output in batches_to_score()]


def fixed():
    @torch.no_grad
    def batches_to_score():
        return [model(x) for x in batches]

    return [output.requires_grad for output in batches_to_score()]


def check(recorded):
    """No output of validation carries a graph."""
    assert not any(recorded), f"{sum(recorded)} of {len(recorded)} outputs carry a graph"
