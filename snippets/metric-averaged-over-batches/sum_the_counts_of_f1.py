"""Sum true and false positives over all batches, and compute F1 from the sums."""

import torch

SEED = 0
torch.manual_seed(SEED)
labels = torch.rand(512) < 0.05
predicted = torch.where(torch.rand(512) < 0.95, labels, ~labels)


def counts(guess, truth):
    return torch.stack([(guess & truth).sum(), (guess & ~truth).sum(), (~guess & truth).sum()])


def f1(tp, fp, fn):
    return (2 * tp / (2 * tp + fp + fn)).item() if tp + fp + fn else 1.0


def evaluate(size):
    return list(zip(predicted.split(size), labels.split(size)))


def broken():
    curve = []
    for size in (8, 16, 32, 64, 128, 256, 512):
        scores = [f1(*counts(guess, truth)) for guess, truth in evaluate(size)]
        curve.append(sum(scores) / len(scores))
    return curve


def fixed():
    curve = []
    for size in (8, 16, 32, 64, 128, 256, 512):
        total = sum(counts(guess, truth) for guess, truth in evaluate(size))
        curve.append(f1(*total))
    return curve


def mistake_weight_by_size():
    curve = []
    for size in (8, 16, 32, 64, 128, 256, 512):
        scores = [f1(*counts(guess, truth)) * len(truth) for guess, truth in evaluate(size)]
        curve.append(sum(scores) / 512)
    return curve


def check(curve):
    """The batch size of the evaluation does not change its result."""
    spread = max(curve) - min(curve)
    assert spread < 1e-6, f"F1 by batch size: {[round(value, 3) for value in curve]}"
