"""Copy the state dict before training goes on: its tensors are the optimizer's own."""

import copy

import torch

SEED = 0
torch.manual_seed(SEED)
inputs, targets = torch.randn(16, 4), torch.randn(16, 1)
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)


def train(steps):
    for _ in range(steps):
        loss = ((model(inputs) - targets) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model.weight.detach().clone()


train(3)


def broken():
    weights, state = model.state_dict(), optimizer.state_dict()
    first = train(5)
    model.load_state_dict(weights)
    optimizer.load_state_dict(state)
    return first, train(5)


def fixed():
    weights, state = copy.deepcopy((model.state_dict(), optimizer.state_dict()))
    first = train(5)
    model.load_state_dict(weights)
    optimizer.load_state_dict(state)
    return first, train(5)


def mistake_clone_the_weights():
    weights = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    state = optimizer.state_dict()
    first = train(5)
    model.load_state_dict(weights)
    optimizer.load_state_dict(state)
    return first, train(5)


def check(runs):
    """Five steps after the rollback end where the first five steps ended."""
    first, again = runs
    off = (again - first).abs().max().item()
    assert off < 1e-6, f"after the rollback the weights end {off:.3f} away"
