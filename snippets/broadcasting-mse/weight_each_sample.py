"""Give sample weights the shape of the losses: (N, 1) times (N,) weights every pair."""

import torch
from torch.nn.functional import cross_entropy

SEED = 0
torch.manual_seed(SEED)
logits, labels = torch.randn(6, 4), torch.tensor([0, 1, 2, 3, 0, 1])
weights = torch.tensor([[5.0], [0.0], [0.0], [0.0], [0.0], [1.0]])  # a column of the data


def broken():
    each = cross_entropy(logits, labels, reduction="none")
    return ((weights * each).sum() / weights.sum()).item()


def fixed():
    each = cross_entropy(logits, labels, reduction="none")
    return ((weights[:, 0] * each).sum() / weights.sum()).item()


def mistake_divide_by_the_count():
    each = cross_entropy(logits, labels, reduction="none")
    return (weights * each).mean().item()


def check(loss):
    """Samples of weight 0 do not enter the loss; the others enter by their weight."""
    first, last = (cross_entropy(logits[i], labels[i]).item() for i in (0, 5))
    expected = (5 * first + last) / 6
    assert abs(loss - expected) < 1e-4, f"loss {loss:.3f}, weighted by hand {expected:.3f}"
