"""Save an edited checkpoint beside the mapped one and rename it, never over the open mapping."""

import os

import torch

torch.save({"weight": torch.arange(65536.0)}, "model.pt")


def broken():
    state = torch.load("model.pt", mmap=True)
    state["note"] = "edited"
    torch.save(state, "model.pt")
    return torch.load("model.pt")


def fixed():
    state = torch.load("model.pt", mmap=True)
    state["note"] = "edited"
    torch.save(state, "model.pt.tmp")
    os.replace("model.pt.tmp", "model.pt")
    return torch.load("model.pt")


def check(state):
    """The edited checkpoint holds the weights that were in the file before."""
    assert torch.equal(state["weight"], torch.arange(65536.0)), f"weights {state['weight'][:4]}"
