"""Sum the token losses and divide by the tokens of all micro-batches together."""

import torch
from torch.nn.functional import cross_entropy

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(8, 5)
inputs, labels = torch.randn(4, 7, 8), torch.randint(5, (4, 7))
lengths = torch.tensor([7, 7, 2, 1])
labels[torch.arange(7) >= lengths[:, None]] = -100
micro_batches = list(zip(inputs.split(2), labels.split(2), strict=True))  # 14 tokens, then 3


def broken():
    for x, y in micro_batches:
        loss = cross_entropy(model(x).flatten(0, 1), y.flatten())
        (loss / len(micro_batches)).backward()
    return model.weight.grad


def fixed():
    tokens = sum((y != -100).sum() for _, y in micro_batches)
    for x, y in micro_batches:
        loss = cross_entropy(model(x).flatten(0, 1), y.flatten(), reduction="sum")
        (loss / tokens).backward()
    return model.weight.grad


def mistake_weight_by_rows():
    for x, y in micro_batches:
        loss = cross_entropy(model(x).flatten(0, 1), y.flatten())
        (loss * len(x) / len(inputs)).backward()
    return model.weight.grad


def mistake_count_padding():
    tokens = sum(y.numel() for _, y in micro_batches)
    for x, y in micro_batches:
        loss = cross_entropy(model(x).flatten(0, 1), y.flatten(), reduction="sum")
        (loss / tokens).backward()
    return model.weight.grad


def check(gradient):
    """Splitting a batch into micro-batches must not change its gradient."""
    model.zero_grad()
    cross_entropy(model(inputs).flatten(0, 1), labels.flatten()).backward()
    whole = model.weight.grad
    off = (gradient - whole).norm() / whole.norm()
    assert off < 1e-4, f"the accumulated gradient is {off:.0%} off the gradient of the whole batch"
