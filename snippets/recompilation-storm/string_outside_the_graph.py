"""Look a string up before the compiled call, and pass the tensor it stands for."""

import torch
from torch._dynamo.utils import counters

sources = [f"corpus-{i}" for i in range(16)]
weights = {name: torch.tensor(1.0 + i) for i, name in enumerate(sources)}
losses = torch.ones(4)


def broken():
    def weighted(loss, source):
        return (loss * weights[source]).mean()

    compiled, series = torch.compile(weighted, backend="eager"), []
    for source in sources:
        compiled(losses, source)
        series.append(counters["stats"]["unique_graphs"])
    return series


def fixed():
    def weighted(loss, weight):
        return (loss * weight).mean()

    compiled, series = torch.compile(weighted, backend="eager"), []
    for source in sources:
        compiled(losses, weights[source])
        series.append(counters["stats"]["unique_graphs"])
    return series


def mistake_dynamic_true():
    def weighted(loss, source):
        return (loss * weights[source]).mean()

    compiled, series = torch.compile(weighted, backend="eager", dynamic=True), []
    for source in sources:
        compiled(losses, source)
        series.append(counters["stats"]["unique_graphs"])
    return series


def check(series):
    """A string that the compiled function has not seen before costs no compilation."""
    assert series[-1] == 1, f"{series[-1]} compilations for {len(series)} strings"
