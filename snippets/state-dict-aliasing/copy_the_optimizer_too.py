"""Copy the optimizer's state as well before a step that may be taken back."""

import copy

import torch

SEED = 0
torch.manual_seed(SEED)
good, bad = torch.randn(4, 3), torch.randn(4, 3) * 100
model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)


def step(batch):
    optimizer.zero_grad()
    model(batch).square().mean().backward()
    optimizer.step()


def broken():
    step(good)
    weights, state = copy.deepcopy(model.state_dict()), optimizer.state_dict()
    step(bad)
    model.load_state_dict(weights)
    optimizer.load_state_dict(state)
    step(good)
    return model.weight.detach()


def fixed():
    step(good)
    weights, state = copy.deepcopy(model.state_dict()), copy.deepcopy(optimizer.state_dict())
    step(bad)
    model.load_state_dict(weights)
    optimizer.load_state_dict(state)
    step(good)
    return model.weight.detach()


def check(weight):
    """A step that was taken back leaves the run as it was without that step."""
    step(good)
    step(good)
    off = (weight - model.weight.detach()).abs().max().item()
    assert off < 1e-6, f"largest weight difference to the run without the bad step {off:.4f}"
