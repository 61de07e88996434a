"""Divide the summed loss by the tokens and exponentiate once: perplexity is no mean of perplexities."""

import math

import torch
from torch.nn.functional import cross_entropy

SEED = 0
torch.manual_seed(SEED)
texts = []
for length in [3, 4, 5, 6, 40, 60, 80, 100]:  # a short text is harder, for want of context
    labels = torch.randint(50, (length,))
    logits = torch.randn(length, 50)
    logits[torch.arange(length), labels] += 5 - 8 / length**0.5
    texts.append((logits, labels))


def broken():
    perplexities = []
    for logits, labels in texts:
        perplexities.append(cross_entropy(logits, labels).exp().item())
    return sum(perplexities) / len(perplexities)


def fixed():
    total = tokens = 0
    for logits, labels in texts:
        total += cross_entropy(logits, labels, reduction="sum").item()
        tokens += len(labels)
    return math.exp(total / tokens)


def mistake_mean_of_losses():
    losses = []
    for logits, labels in texts:
        losses.append(cross_entropy(logits, labels).item())
    return math.exp(sum(losses) / len(losses))


def check(perplexity):
    """It is the perplexity of all tokens in one batch."""
    logits, labels = (torch.cat(parts) for parts in zip(*texts))
    one_batch = cross_entropy(logits, labels).exp().item()
    assert abs(perplexity / one_batch - 1) < 1e-4, f"{perplexity:.2f}, in one batch {one_batch:.2f}"
