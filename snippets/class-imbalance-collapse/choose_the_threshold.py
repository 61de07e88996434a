"""Choose the threshold on validation data: under imbalance hardly any probability is above 0.5."""

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

SEED = 0
torch.manual_seed(SEED)


def draw(count):
    labels = (torch.arange(count) % 50 == 0).float()  # 2 %
    return torch.randn(count, 8) + 0.6 * labels[:, None], labels


(inputs, labels), (tuning, tuning_labels), (held_out, truth) = draw(4000), draw(4000), draw(4000)
model = torch.nn.Linear(8, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for _ in range(200):
    optimizer.zero_grad()
    binary_cross_entropy_with_logits(model(inputs)[:, 0], labels).backward()
    optimizer.step()


def probability(samples):
    return model(samples)[:, 0].sigmoid().detach()


def f1(positive, labels):
    hits = (positive & (labels == 1)).sum()
    return (2 * hits / (positive.sum() + (labels == 1).sum())).item()


def broken():
    threshold = 0.5
    return probability(held_out) > threshold


def fixed():
    candidates = torch.linspace(0.01, 0.9, 90).tolist()
    threshold = max(candidates, key=lambda t: f1(probability(tuning) > t, tuning_labels))
    return probability(held_out) > threshold


def check(positive):
    """F1 of the rare class is at least twice that of guessing with its frequency."""
    score = f1(positive, truth)
    assert score > 0.15, f"F1 {score:.2f}; {int(positive.sum())} of 80 positives predicted"
