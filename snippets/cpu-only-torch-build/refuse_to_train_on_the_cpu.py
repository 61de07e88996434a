"""Stop at the start where a GPU is required, and say which build is installed."""

import torch


def train(device):
    return {"steps": 100, "device": device}


def broken():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return train(device)


def fixed():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cpu":
        return {"steps": 0, "reason": f"torch {torch.__version__}, CUDA {torch.version.cuda}"}
    return train(device)


def check(run):
    """A job that was given a GPU takes no step on the CPU."""
    assert run["steps"] == 0 or run["device"] != "cpu", f"{run['steps']} steps on {run['device']}"
