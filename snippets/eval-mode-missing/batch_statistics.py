"""Evaluate BatchNorm with its running statistics, so that a prediction needs no batch-mates."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(
    torch.nn.Linear(8, 16), torch.nn.BatchNorm1d(16), torch.nn.Linear(16, 3)
)
with torch.no_grad():
    for step in range(100):  # training data, from which the running statistics come
        model(torch.randn(64, 8))
queries = torch.randn(32, 8) + 1


def alone_and_together():
    with torch.no_grad():
        pairs = torch.cat([model(queries[i : i + 2]) for i in range(0, 32, 2)])
        return {"pairs": pairs, "batch": model(queries)}


def broken():
    return alone_and_together()


def fixed():
    model.eval()
    return alone_and_together()


def mistake_larger_batches():
    with torch.no_grad():
        halves = torch.cat([model(queries[:16]), model(queries[16:])])
        return {"pairs": halves, "batch": model(queries)}


def mistake_dropout_off_only():
    for module in model.modules():
        if isinstance(module, torch.nn.Dropout):
            module.eval()
    return alone_and_together()


def check(outputs):
    """A sample's output does not depend on the samples it is batched with."""
    off = (outputs["pairs"] - outputs["batch"]).abs().max().item()
    assert off < 1e-5, f"the same samples in another batch: outputs differ by up to {off:.3f}"
