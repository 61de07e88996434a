"""Add up loss and count over the evaluation set, and divide once."""

import torch
from torch.nn.functional import cross_entropy

SEED = 0
torch.manual_seed(SEED)
logits, labels = torch.randn(4, 6, 8), torch.randint(8, (4, 6))
labels[1] = -100  # one batch of four was cut down to its prompt
labels[2, :4] = -100


def broken():
    losses = [cross_entropy(x, y) for x, y in zip(logits, labels)]
    return torch.stack(losses).mean().item()


def fixed():
    losses = [cross_entropy(x, y, reduction="sum") for x, y in zip(logits, labels)]
    return (torch.stack(losses).sum() / (labels != -100).sum()).item()


def mistake_nanmean():
    losses = [cross_entropy(x, y) for x, y in zip(logits, labels)]
    return torch.stack(losses).nanmean().item()


def check(loss):
    """The evaluation loss is the mean over all graded tokens."""
    p = logits.log_softmax(-1)
    each = [-p[i, j, labels[i, j]] for i in range(4) for j in range(6) if labels[i, j] >= 0]
    expected = (sum(each) / len(each)).item()
    assert abs(loss - expected) < 1e-4, f"loss {loss:.4f}, token by token {expected:.4f}"
