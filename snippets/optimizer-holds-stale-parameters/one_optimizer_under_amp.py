"""Build the optimizer on the model that is trained; GradScaler refuses one without gradients."""

import torch

SEED = 0
torch.manual_seed(SEED)
x = torch.randn(8, 4)


def update(model, optimizer):
    scaler = torch.amp.GradScaler("cpu", init_scale=256)
    with torch.autocast("cpu", dtype=torch.float16):
        loss = model(x).mean()
    scaler.scale(loss).backward()
    before = model.weight.detach().clone()
    scaler.step(optimizer)
    return (model.weight.detach() - before).norm().item()


def broken():
    model = torch.nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model = torch.nn.Linear(4, 1)
    return update(model, optimizer)


def fixed():
    model = torch.nn.Linear(4, 1)
    model = torch.nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    return update(model, optimizer)


def check(moved):
    """The step changes the model."""
    assert moved > 0, f"the step moved the weights by {moved:.4f}"
