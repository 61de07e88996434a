"""Unfreeze what is to learn; a loss that is told to require gradients teaches nothing."""

import torch

SEED = 0
torch.manual_seed(SEED)
x, labels = torch.randn(32, 8), torch.randint(0, 3, (32,))
backbone, head = torch.nn.Linear(8, 16), torch.nn.Linear(16, 3)
model = torch.nn.Sequential(backbone, torch.nn.ReLU(), head)


def train(inputs):
    optimizer, losses = torch.optim.SGD(model.parameters(), lr=0.5), []
    for _ in range(20):
        loss = torch.nn.functional.cross_entropy(model(inputs), labels)
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.requires_grad_()
        loss.backward()
        optimizer.step()
    return losses


def broken():
    model.requires_grad_(False)
    return train(x)


def fixed():
    backbone.requires_grad_(False)
    return train(x)


def mistake_inputs_require_gradients():
    model.requires_grad_(False)
    return train(x.clone().requires_grad_())


def check(losses):
    """The loss falls."""
    assert losses[-1] < losses[0], f"loss {losses[0]:.4f} at first, {losses[-1]:.4f} at last"
