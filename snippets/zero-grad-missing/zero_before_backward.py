"""Zero before backward or after step, never between the two."""

import torch

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(64, 8)
targets = inputs @ torch.randn(8, 1)


def train(update):
    torch.manual_seed(SEED)
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    losses = []
    for step in range(20):
        loss = (model(inputs) - targets).pow(2).mean()
        update(loss, optimizer)
        losses.append(loss.item())
    return losses


def broken():
    def update(loss, optimizer):
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()

    return train(update)


def fixed():
    def update(loss, optimizer):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return train(update)


def mistake_zeros_for_none():
    def update(loss, optimizer):
        loss.backward()
        optimizer.zero_grad(set_to_none=False)
        optimizer.step()

    return train(update)


def check(losses):
    """Twenty steps of AdamW halve the loss."""
    assert losses[-1] < losses[0] / 2, f"loss {losses[0]:.3f} at first, {losses[-1]:.3f} at the end"
