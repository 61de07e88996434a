"""Where the model has to return probabilities, take their log and use nll_loss."""

import torch
from torch import nn
from torch.nn.functional import cross_entropy, nll_loss

SEED = 0
torch.manual_seed(SEED)
inputs, labels = torch.randn(64, 8), torch.randint(5, (64,))
model = nn.Sequential(nn.Linear(8, 5), nn.Softmax(dim=1))


def broken():
    loss = cross_entropy(model(inputs), labels)
    loss.backward()
    return loss.item(), model[0].weight.grad


def fixed():
    loss = nll_loss(model(inputs).clamp_min(1e-12).log(), labels)
    loss.backward()
    return loss.item(), model[0].weight.grad


def mistake_nll_of_probabilities():
    loss = nll_loss(model(inputs), labels)
    loss.backward()
    return loss.item(), model[0].weight.grad


def check(seen):
    """The loss is the mean of -log p(label) for the probabilities that the model returns."""
    p = model(inputs)[torch.arange(64), labels]
    expected = -p.log().mean()
    model.zero_grad()
    expected.backward()
    loss, gradient = seen
    off = (gradient - model[0].weight.grad).norm() / model[0].weight.grad.norm()
    close = abs(loss - expected.item()) < 1e-4 and off < 1e-3
    assert close, f"loss {loss:.3f} for {expected.item():.3f}, gradient {off:.0%} off"
