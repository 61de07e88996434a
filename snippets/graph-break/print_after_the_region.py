"""Keep prints and logging out of the compiled function; return what they should say."""

import logging

import torch

SEED = 0
torch.manual_seed(SEED)
layers = [torch.nn.Linear(4, 4) for _ in range(6)]
x = torch.randn(2, 4)
logger = logging.getLogger("model")
graphs = []


def backend(graph, inputs):
    graphs.append(sum(node.op.startswith("call") for node in graph.graph.nodes))
    return graph.forward


def broken():
    @torch.compile(backend=backend)
    def forward(x):
        for layer in layers:
            x = layer(x).relu()
            print("layer done, shape", tuple(x.shape))
        return x

    forward(x)
    return graphs


def fixed():
    @torch.compile(backend=backend)
    def forward(x):
        shapes = []
        for layer in layers:
            x = layer(x).relu()
            shapes.append(tuple(x.shape))
        return x, shapes

    print("shapes", forward(x)[1])
    return graphs


def mistake_logger():
    @torch.compile(backend=backend)
    def forward(x):
        for layer in layers:
            x = layer(x).relu()
            logger.debug("layer done")
        return x

    forward(x)
    return graphs


def mistake_larger_recompile_limit():
    torch._dynamo.config.recompile_limit = 64
    return broken()


def check(graphs):
    """All twelve operations, six layers and six activations, are compiled, in one graph."""
    assert graphs == [12], f"{len(graphs)} graphs with {sum(graphs)} of 12 operations"
