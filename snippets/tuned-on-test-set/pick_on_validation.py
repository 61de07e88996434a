"""Pick the best of many candidates on a validation set and score only that one on the test set."""

import torch

SEED = 0
torch.manual_seed(SEED)
candidates = torch.randn(1000, 64)  # the weights of a thousand linear classifiers


def draw():
    """Draw 200 samples whose labels are coins, and return which candidate is right on which."""
    inputs, labels = torch.randn(200, 64), torch.randint(0, 2, (200,))
    return ((candidates @ inputs.T > 0) == labels).float()


tasks = [{"validation": draw(), "test": draw()} for _ in range(20)]


def broken():
    reported = []
    for task in tasks:
        best = task["test"].mean(1).argmax()
        reported.append(task["test"][best].mean().item())
    return reported


def fixed():
    reported = []
    for task in tasks:
        best = task["validation"].mean(1).argmax()
        reported.append(task["test"][best].mean().item())
    return reported


def mistake_report_the_validation_score():
    return [task["validation"].mean(1).max().item() for task in tasks]


def mistake_shortlist_on_validation():
    reported = []
    for task in tasks:
        shortlist = task["validation"].mean(1).topk(10).indices
        reported.append(task["test"][shortlist].mean(1).max().item())
    return reported


def mistake_pick_on_both():
    reported = []
    for task in tasks:
        best = (task["validation"].mean(1) + task["test"].mean(1)).argmax()
        reported.append(task["test"][best].mean().item())
    return reported


def check(reported):
    """Coins are guessed with accuracy 0.5: the mean report of twenty tasks is within 0.025 of it."""
    mean = sum(reported) / len(reported)
    low, high = min(reported), max(reported)
    assert abs(mean - 0.5) < 0.025, f"reported {mean:.3f} on coins ({low:.3f} to {high:.3f})"
