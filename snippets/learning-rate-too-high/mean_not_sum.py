"""Average the loss over the batch; a sum multiplies the rate by the batch size."""

import torch
from torch.nn.functional import mse_loss

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(128, 8)
targets = inputs @ torch.randn(8, 1)


def train(loss_function, batch_size=64):
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    series = []
    for step in range(40):
        batch = torch.randint(128, (batch_size,))
        loss = loss_function(model(inputs[batch]), targets[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        series.append((model(inputs) - targets).pow(2).mean().item())
    return series


def broken():
    def loss_function(outputs, targets):
        return mse_loss(outputs, targets, reduction="sum")

    return train(loss_function)


def fixed():
    def loss_function(outputs, targets):
        return mse_loss(outputs, targets, reduction="mean")

    return train(loss_function)


def mistake_larger_batch():
    def loss_function(outputs, targets):
        return mse_loss(outputs, targets, reduction="sum")

    return train(loss_function, batch_size=128)


def check(series):
    """Forty steps bring the error of a linear model on linear data below 0.1."""
    assert series[-1] < 0.1, f"mean squared error {series[0]:.2f} at first, {series[-1]:.3g} after"
