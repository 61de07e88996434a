"""Save the state dict of the model inside the wrapper."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(3, 2)
wrapped = torch.nn.DataParallel(model)  # DistributedDataParallel names its keys alike
inputs = torch.randn(4, 3)


def broken():
    torch.save(wrapped.state_dict(), "model.pt")
    loaded = torch.nn.Linear(3, 2)
    loaded.load_state_dict(torch.load("model.pt"))
    return loaded(inputs)


def fixed():
    torch.save(wrapped.module.state_dict(), "model.pt")
    loaded = torch.nn.Linear(3, 2)
    loaded.load_state_dict(torch.load("model.pt"))
    return loaded(inputs)


def check(outputs):
    """The loaded model computes what the saved one does."""
    torch.testing.assert_close(outputs, model(inputs))
