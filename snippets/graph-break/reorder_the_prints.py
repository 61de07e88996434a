"""Tell Dynamo that a print may be moved behind the graph, where it has to stay in the code."""

import torch

SEED = 0
torch.manual_seed(SEED)
layers = [torch.nn.Linear(4, 4) for _ in range(6)]
x = torch.randn(2, 4)
graphs = []


def backend(graph, inputs):
    graphs.append(sum(node.op.startswith("call") for node in graph.graph.nodes))
    return graph.forward


@torch.compile(backend=backend)
def forward(x):
    for layer in layers:
        x = layer(x).relu()
        print("layer done")
    return x


def broken():
    forward(x)
    return graphs


def fixed():
    torch._dynamo.config.reorderable_logging_functions.add(print)
    forward(x)
    return graphs


def check(graphs):
    """All twelve operations, six layers and six activations, are compiled, in one graph."""
    assert graphs == [12], f"{len(graphs)} graphs with {sum(graphs)} of 12 operations"
