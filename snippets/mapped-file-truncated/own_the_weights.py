"""Read weights that must outlive their file into memory: load_file leaves them on the disk."""

import os

import torch
from safetensors.torch import load_file, save_file

save_file({"weight": torch.arange(65536.0)}, "model.safetensors")


def another_program_syncs():
    """Simulate a copy onto the file that has just begun: opening it for writing empties it."""
    os.truncate("model.safetensors", 0)


def broken():
    state = load_file("model.safetensors")
    another_program_syncs()
    return float(state["weight"].sum())


def fixed():
    state = load_file("model.safetensors", backend="pread")
    another_program_syncs()
    return float(state["weight"].sum())


def mistake_assign_to_a_model():
    model = torch.nn.ParameterDict({"weight": torch.empty(65536)})
    model.load_state_dict(load_file("model.safetensors"), assign=True)
    another_program_syncs()
    return float(model["weight"].sum())


def check(total):
    """The loaded weights keep the values they had on disk when they were loaded."""
    expected = float(torch.arange(65536.0).sum())
    assert total == expected, f"sum {total:.0f}, on disk it was {expected:.0f}"
