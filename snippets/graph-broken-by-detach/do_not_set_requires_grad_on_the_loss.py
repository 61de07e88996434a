"""Connect the loss to the weights; requires_grad on the loss only silences the error."""

import torch

SEED = 0
inputs = torch.randn(32, 4, generator=torch.Generator().manual_seed(SEED))
targets = inputs.sum(1, keepdim=True)


def train(loss_of):
    torch.manual_seed(SEED)
    model = torch.nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(20):
        loss = loss_of(model(inputs))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    def loss_of(outputs):
        error = outputs.detach() - targets
        return error.pow(2).mean().requires_grad_()

    return train(loss_of)


def fixed():
    def loss_of(outputs):
        error = outputs - targets
        return error.pow(2).mean()

    return train(loss_of)


def check(losses):
    """Twenty steps change the loss."""
    assert losses[-1] < losses[0], f"loss {losses[0]:.4f} at the start, {losses[-1]:.4f} at the end"
