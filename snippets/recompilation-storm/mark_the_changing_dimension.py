"""Tell the compiler which dimension changes, so that one graph serves every length."""

import torch
from torch._dynamo.utils import counters


def score(batch):
    return batch.softmax(dim=1).square().sum(dim=1)


def broken():
    compiled, series = torch.compile(score, backend="eager", dynamic=False), []
    for length in range(20, 36):
        batch = torch.ones(4, length)
        compiled(batch)
        series.append(counters["stats"]["unique_graphs"])
    return series


def fixed():
    compiled, series = torch.compile(score, backend="eager"), []
    for length in range(20, 36):
        batch = torch.ones(4, length)
        torch._dynamo.mark_dynamic(batch, 1)
        compiled(batch)
        series.append(counters["stats"]["unique_graphs"])
    return series


def mistake_bigger_limit():
    compiled, series = torch.compile(score, backend="eager", dynamic=False, recompile_limit=64), []
    for length in range(20, 36):
        batch = torch.ones(4, length)
        compiled(batch)
        series.append(counters["stats"]["unique_graphs"])
    return series


def check(series):
    """The number of compilations does not depend on how many lengths were seen."""
    assert series[-1] <= 2, f"{series[-1]} compilations for 16 lengths"
