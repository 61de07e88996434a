"""Let parameter shapes be dynamic where one compiled update serves many parameters."""

import torch
from torch._dynamo.utils import counters

parameters = [torch.nn.Parameter(torch.ones(4, width)) for width in range(5, 21)]


def update(parameter, gradient):
    return parameter - 0.1 * gradient / gradient.norm()


def broken():
    compiled = torch.compile(update, backend="eager", fullgraph=True)
    for parameter in parameters:
        compiled(parameter, torch.ones_like(parameter))
    return counters["stats"]["unique_graphs"]


def fixed():
    compiled = torch.compile(update, backend="eager", fullgraph=True)
    with torch._dynamo.config.patch(force_parameter_static_shapes=False):
        for parameter in parameters:
            compiled(parameter, torch.ones_like(parameter))
    return counters["stats"]["unique_graphs"]


def mistake_dynamic_true():
    compiled = torch.compile(update, backend="eager", fullgraph=True, dynamic=True)
    for parameter in parameters:
        compiled(parameter, torch.ones_like(parameter))
    return counters["stats"]["unique_graphs"]


def check(graphs):
    """The number of graphs does not grow with the number of parameter shapes."""
    assert graphs <= 2, f"{graphs} graphs for {len(parameters)} parameter shapes"
