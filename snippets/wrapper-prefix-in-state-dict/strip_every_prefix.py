"""Strip each wrapper's prefix from the front of the keys, and load strictly."""

import torch
from torch.nn.modules.utils import consume_prefix_in_state_dict_if_present as consume

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(4, 3)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.module = torch.nn.Linear(3, 2)  # a part that happens to have this name

    def forward(self, x):
        return self.module(x)


model, loaded = Net(), Net()
compiled = torch.compile(torch.nn.DataParallel(model), backend="eager")
torch.save(compiled.state_dict(), "old.pt")  # _orig_mod.module.module.weight


def broken():
    state = torch.load("old.pt")
    loaded.load_state_dict(state, strict=False)
    return loaded(inputs)


def fixed():
    state = torch.load("old.pt")
    for prefix in ("_orig_mod.", "module."):
        consume(state, prefix)
    loaded.load_state_dict(state)
    return loaded(inputs)


def mistake_strip_one_prefix():
    state = torch.load("old.pt")
    consume(state, "module.")
    loaded.load_state_dict(state, strict=False)
    return loaded(inputs)


def mistake_replace_everywhere():
    state = torch.load("old.pt")
    state = {key.replace("_orig_mod.", "").replace("module.", ""): v for key, v in state.items()}
    loaded.load_state_dict(state, strict=False)
    return loaded(inputs)


def check(outputs):
    """The loaded model computes what the saved one does."""
    off = (outputs - model(inputs)).abs().max().item()
    assert off < 1e-6, f"outputs are off by up to {off:.2f}, the weights were not loaded"
