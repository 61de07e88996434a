"""Add up hits and samples, and divide once at the end."""

import torch

SEED = 0
torch.manual_seed(SEED)
labels = torch.randint(3, (65,))
logits = torch.nn.functional.one_hot(labels, 3).float()
logits[50:] = logits[50:].roll(1, dims=1)  # the last fifteen are missed
batches = list(zip(logits.split(32), labels.split(32)))  # 32, 32 and 1


def broken():
    scores = []
    for scored, truth in batches:
        hits = scored.argmax(1) == truth
        scores.append(hits.float().mean().item())
    return sum(scores) / len(scores)


def fixed():
    correct = total = 0
    for scored, truth in batches:
        hits = scored.argmax(1) == truth
        correct, total = correct + hits.sum().item(), total + len(hits)
    return correct / total


def mistake_nanmean():
    scores = []
    for scored, truth in batches:
        hits = scored.argmax(1) == truth
        scores.append(hits.float().mean())
    return torch.stack(scores).nanmean().item()


def check(accuracy):
    """Accuracy is the share of all samples that are right."""
    right = (logits.argmax(1) == labels).sum().item()
    assert abs(accuracy - right / 65) < 1e-6, f"reported {accuracy:.3f}, {right} of 65 are right"
