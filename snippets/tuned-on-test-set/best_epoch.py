"""Stop early by a validation set; the test set is scored once, with the epoch that was picked."""

import torch

SEED = 0
torch.manual_seed(SEED)
truth = torch.randn(20)


def draw(count):
    inputs = torch.randn(count, 20)
    return inputs, (inputs @ truth + 5 * torch.randn(count) > 0).float()


def accuracy(weights, data):
    return ((data[0] @ weights > 0) == data[1].bool()).float().mean().item()


def train(data, watched, patience):
    """Return the weights of the epoch that is best on the watched data."""
    weights, best, since = torch.zeros(20), torch.zeros(20), 0
    for epoch in range(60):
        for rows in torch.randperm(40).split(4):
            x, y = data[0][rows], data[1][rows]
            weights = weights + 0.25 * x.T @ (y - (x @ weights).sigmoid())
        better = accuracy(weights, watched) > accuracy(best, watched)
        best, since = (weights, 0) if better else (best, since + 1)
        if since == patience:
            break
    return best


runs = [{"train": draw(40), "validation": draw(50), "test": draw(50)} for _ in range(40)]


def broken():
    picked = [train(run["train"], run["test"], patience=10) for run in runs]
    return [(accuracy(best, run["test"]), best) for best, run in zip(picked, runs)]


def fixed():
    picked = [train(run["train"], run["validation"], patience=10) for run in runs]
    return [(accuracy(best, run["test"]), best) for best, run in zip(picked, runs)]


def mistake_wait_longer():
    picked = [train(run["train"], run["test"], patience=60) for run in runs]
    return [(accuracy(best, run["test"]), best) for best, run in zip(picked, runs)]


def check(results):
    """Over forty runs the reported accuracy is on average within 0.03 of that on fresh data."""
    fresh = draw(20000)
    reported = sum(score for score, _ in results) / len(results)
    true = sum(accuracy(best, fresh) for _, best in results) / len(results)
    assert abs(reported - true) < 0.03, f"reported {reported:.3f}, on fresh data {true:.3f}"
