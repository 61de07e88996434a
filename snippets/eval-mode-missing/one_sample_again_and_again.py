"""Ask for the same sample again and again: in eval mode the answer is the same each time."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(
    torch.nn.Linear(8, 64), torch.nn.ReLU(), torch.nn.Dropout(0.5), torch.nn.Linear(64, 2)
)
sample = torch.randn(1, 8)


def broken():
    return [model(sample).softmax(1)[0, 0].item() for _ in range(20)]


def fixed():
    model.eval()
    return [model(sample).softmax(1)[0, 0].item() for _ in range(20)]


def check(probabilities):
    """One sample has one predicted probability."""
    low, high = min(probabilities), max(probabilities)
    assert low == high, f"one sample is predicted with {low:.2f} to {high:.2f}"
