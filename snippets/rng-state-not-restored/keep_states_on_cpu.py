"""Load random states with map_location="cpu", whatever device the rest of the checkpoint goes to."""

import torch

SEED = 0
DEVICE = "meta"  # stands for a GPU: loading there moves every tensor off the CPU
torch.manual_seed(SEED)
torch.rand(3)
torch.save({"weight": torch.ones(2), "random": torch.get_rng_state()}, "checkpoint.pt")


def broken():
    state = torch.load("checkpoint.pt", map_location=DEVICE)
    torch.set_rng_state(state["random"])
    return torch.rand(3)


def fixed():
    state = torch.load("checkpoint.pt", map_location="cpu")
    torch.set_rng_state(state["random"])
    return torch.rand(3)


def check(draws):
    """The draws after loading are those that follow the state that was saved."""
    torch.manual_seed(SEED)
    following = torch.rand(6)[3:]
    assert torch.equal(draws, following), f"drew {draws.tolist()}, expected {following.tolist()}"
