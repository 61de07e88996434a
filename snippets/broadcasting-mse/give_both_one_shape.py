"""Give prediction and target one shape before the loss: the model's (N, 1) is not the label's (N,)."""

import torch
from torch import nn
from torch.nn.functional import mse_loss

SEED = 0
torch.manual_seed(SEED)
x = torch.randn(64, 1)
y = 2 * x[:, 0]


def train(loss_of, steps=60):
    torch.manual_seed(SEED)
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(steps):
        loss = loss_of(model(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(round(loss.item(), 4))
    return losses


def broken():
    def loss_of(prediction):
        return mse_loss(prediction, y)

    return train(loss_of)


def fixed():
    def loss_of(prediction):
        return mse_loss(prediction.squeeze(1), y)

    return train(loss_of)


def mistake_train_longer():
    def loss_of(prediction):
        return mse_loss(prediction, y)

    return train(loss_of, steps=600)


def mistake_targets_as_a_row():
    def loss_of(prediction):
        return mse_loss(prediction, y[None])

    return train(loss_of)


def mistake_expand_to_fit():
    def loss_of(prediction):
        return mse_loss(prediction.expand(64, 64), y.expand(64, 64))

    return train(loss_of)


def check(losses):
    """A line fitted to y = 2x leaves no error."""
    variance = y.var(unbiased=False)
    assert losses[-1] < 0.05, (
        f"the loss ends at {losses[-1]:.3f}, the variance of y is {variance:.3f}"
    )
