"""Flatten with the batch size kept; view(-1, n) moves a wrong size into the batch."""

import torch

SEED = 0
torch.manual_seed(SEED)
maps = torch.rand(16, 4, 10, 10)
labels = torch.randint(3, (16,))
layer = torch.nn.Linear(200, 3)
head = torch.nn.Linear(400, 3)


def broken():
    scores = layer(maps.view(-1, 200))
    return torch.nn.functional.cross_entropy(scores, labels)


def fixed():
    scores = head(maps.flatten(1))
    return torch.nn.functional.cross_entropy(scores, labels)


def check(loss):
    """The loss is the mean over the samples, each taken alone."""
    one = torch.nn.functional.cross_entropy
    alone = [one(head(maps[i].reshape(1, 400)), labels[i : i + 1]) for i in range(16)]
    torch.testing.assert_close(loss, torch.stack(alone).mean())
