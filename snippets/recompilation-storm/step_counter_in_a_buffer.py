"""Keep a counter that forward changes in a tensor buffer, not in a Python int attribute."""

import torch
from torch._dynamo.utils import counters


def compilations(model, dynamic=None):
    """Call the compiled model 16 times; return how many graphs exist after each call."""
    compiled, series = torch.compile(model, backend="eager", dynamic=dynamic), []
    for _ in range(16):
        compiled(torch.ones(2, 8))
        series.append(counters["stats"]["unique_graphs"])
    return series


def broken():
    class Warmup(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(8, 8)
            self.step = 0

        def forward(self, x):
            self.step += 1
            return self.linear(x) * min(self.step / 100, 1.0)

    return compilations(Warmup())


def fixed():
    class Warmup(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(8, 8)
            self.register_buffer("step", torch.zeros(()))

        def forward(self, x):
            self.step += 1
            return self.linear(x) * (self.step / 100).clamp(max=1.0)

    return compilations(Warmup())


def mistake_dynamic_true():
    class Warmup(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(8, 8)
            self.step = 0

        def forward(self, x):
            self.step += 1
            return self.linear(x) * min(self.step / 100, 1.0)

    return compilations(Warmup(), dynamic=True)


def check(series):
    """Once two calls have been made, nothing is compiled any more."""
    late = series[-1] - series[1]
    assert late == 0, f"{late} compilations after the second call, {series[-1]} in 16 calls"
