"""Recompute the tensor in each step; retain_graph=True silences the error and keeps it stale."""

import torch

SEED = 0
torch.manual_seed(SEED)
features, targets = torch.randn(32, 6), torch.randn(32, 1)
project, head = torch.nn.Linear(6, 4), torch.nn.Linear(4, 1)


def train(loss_of_step, **options):
    optimizer = torch.optim.SGD(project.parameters(), lr=0.5)
    losses = []
    for step in range(20):
        loss = loss_of_step()
        optimizer.zero_grad()
        loss.backward(**options)
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    hidden = project(features).tanh()

    def loss_of_step():
        return (head(hidden) - targets).pow(2).mean()

    return train(loss_of_step, retain_graph=True)


def fixed():
    def loss_of_step():
        hidden = project(features).tanh()
        return (head(hidden) - targets).pow(2).mean()

    return train(loss_of_step)


def check(losses):
    """Twenty steps lower the loss."""
    assert losses[-1] < losses[0], f"loss {losses[0]:.4f} at the start, {losses[-1]:.4f} at the end"
