"""Let the model return logits: cross_entropy applies the softmax itself."""

import torch
from torch import nn
from torch.nn.functional import cross_entropy

SEED = 0
torch.manual_seed(SEED)
centres = torch.randn(3, 8) * 4
labels = torch.arange(90) % 3
inputs = centres[labels] + torch.randn(90, 8)  # three clusters, far apart


def train(*last_layers, lr=0.02, steps=150):
    torch.manual_seed(SEED)
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3), *last_layers)
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        loss = cross_entropy(model(inputs), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(round(loss.item(), 4))
    return losses


def broken():
    return train(nn.Softmax(dim=1))


def fixed():
    return train()


def mistake_train_longer():
    return train(nn.Softmax(dim=1), steps=600)


def mistake_raise_the_rate():
    return train(nn.Softmax(dim=1), lr=0.2)


def mistake_sigmoid_instead():
    return train(nn.Sigmoid())


def check(losses):
    """Clusters that are far apart are learned to a loss near 0."""
    assert losses[-1] < 0.1, f"the loss ends at {losses[-1]:.3f}"
