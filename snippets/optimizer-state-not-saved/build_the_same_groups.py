"""Build the optimizer by the same function before loading its state."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 1))


def two_groups():
    weights = [p for p in model.parameters() if p.ndim > 1]
    biases = [p for p in model.parameters() if p.ndim == 1]
    groups = [{"params": weights}, {"params": biases, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=0.01)


optimizer = two_groups()
model(torch.randn(8, 4)).sum().backward()
optimizer.step()
torch.save(optimizer.state_dict(), "optimizer.pt")


def broken():
    resumed = torch.optim.AdamW(model.parameters(), lr=0.01)
    resumed.load_state_dict(torch.load("optimizer.pt"))
    return [resumed.state[p]["exp_avg"] for p in model.parameters()]


def fixed():
    resumed = two_groups()
    resumed.load_state_dict(torch.load("optimizer.pt"))
    return [resumed.state[p]["exp_avg"] for p in model.parameters()]


def check(averages):
    """Each parameter has its own average of gradients again."""
    for mine, parameter in zip(averages, model.parameters(), strict=True):
        torch.testing.assert_close(mine, optimizer.state[parameter]["exp_avg"])
