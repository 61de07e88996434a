"""Turn NumPy values into Python numbers and tensors before they are saved."""

import numpy as np
import torch

weights = {"weight": torch.ones(2, 2)}
losses = np.array([0.5, 0.25])


def broken():
    state = {"model": weights, "best_loss": losses.min(), "losses": losses}
    torch.save(state, "last.pt")
    return torch.load("last.pt")


def fixed():
    state = {"model": weights, "best_loss": float(losses.min()), "losses": torch.from_numpy(losses)}
    torch.save(state, "last.pt")
    return torch.load("last.pt")


def mistake_allow_what_the_message_names():
    torch.save({"model": weights, "best_loss": losses.min()}, "last.pt")
    torch.serialization.add_safe_globals([np._core.multiarray.scalar])
    return torch.load("last.pt")


def check(checkpoint):
    """The checkpoint holds the same numbers as before."""
    assert checkpoint["best_loss"] == 0.25, f"best loss {checkpoint['best_loss']}"
    assert checkpoint["losses"].tolist() == [0.5, 0.25], f"losses {checkpoint['losses']}"
