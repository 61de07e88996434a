"""In your own loss, compare the logits of each position with the token after it."""

import torch
from torch import nn
from torch.nn.functional import cross_entropy

SEED = 0
VOCAB = 16


def train(loss_of):
    """Train on tokens drawn at random, which nobody can predict: the best loss is log 16."""
    torch.manual_seed(SEED)
    model = nn.Sequential(nn.Embedding(VOCAB, 32), nn.Linear(32, VOCAB))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    losses = []
    for _ in range(100):
        ids = torch.randint(VOCAB, (16, 32))
        loss = loss_of(model(ids), ids)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(round(loss.item(), 4))
    return losses


def broken():
    def loss_of(logits, ids):
        return cross_entropy(logits.flatten(0, 1), ids.flatten())

    return train(loss_of)


def fixed():
    def loss_of(logits, ids):
        return cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())

    return train(loss_of)


def mistake_cut_both():
    def loss_of(logits, ids):
        return cross_entropy(logits[:, 1:].flatten(0, 1), ids[:, 1:].flatten())

    return train(loss_of)


def check(losses):
    """On random tokens no loss falls below log of the vocabulary."""
    last, floor = sum(losses[-10:]) / 10, torch.tensor(float(VOCAB)).log().item()
    assert last > 0.95 * floor, f"loss {last:.2f}, on random tokens at least {floor:.2f}"
