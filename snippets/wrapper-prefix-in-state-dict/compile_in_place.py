"""Compile the module in place, so that there is no second module around it."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(3, 2)
inputs = torch.randn(4, 3)


def broken():
    compiled = torch.compile(model, backend="eager")
    torch.save(compiled.state_dict(), "model.pt")
    loaded = torch.nn.Linear(3, 2)
    loaded.load_state_dict(torch.load("model.pt"))
    return loaded(inputs)


def fixed():
    model.compile(backend="eager")
    torch.save(model.state_dict(), "model.pt")
    loaded = torch.nn.Linear(3, 2)
    loaded.load_state_dict(torch.load("model.pt"))
    return loaded(inputs)


def check(outputs):
    """The loaded model computes what the saved one does."""
    torch.testing.assert_close(outputs, model(inputs))
