"""Save the state dict, and build the model from code."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
inputs = torch.randn(5, 3)


def build():
    return torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))


def broken():
    torch.save(model, "model.pt")
    loaded = torch.load("model.pt")
    return loaded(inputs)


def fixed():
    torch.save(model.state_dict(), "model.pt")
    loaded = build()
    loaded.load_state_dict(torch.load("model.pt"))
    return loaded(inputs)


def check(outputs):
    """The loaded model computes what the saved one does."""
    torch.testing.assert_close(outputs, model(inputs))
