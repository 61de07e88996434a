"""Wrap code that Dynamo cannot read as a custom operator, and tell it the output's shape."""

import zlib

import torch

x = torch.arange(8.0)
graphs = []


def backend(graph, inputs):
    graphs.append(sum(node.op.startswith("call") for node in graph.graph.nodes))
    return graph.forward


def checksum(x: torch.Tensor) -> torch.Tensor:
    return torch.tensor(zlib.crc32(x.numpy().tobytes()) % 7, dtype=torch.float32)


def compiled(checksum):
    @torch.compile(backend=backend)
    def forward(x):
        return (x * 2) + checksum(x * 2) * 3

    return {"output": forward(x), "graphs": len(graphs)}


def broken():
    return compiled(checksum)


def fixed():
    operator = torch.library.custom_op("demo::checksum", checksum, mutates_args=())
    operator.register_fake(lambda x: x.new_empty(()))
    return compiled(operator)


def mistake_disable():
    return compiled(torch.compiler.disable(checksum))


def check(result):
    """The result is that of the plain function, and the compiled one is a single graph."""
    assert torch.equal(result["output"], x * 2 + checksum(x * 2) * 3)
    assert result["graphs"] == 1, f"one foreign call made {result['graphs']} graphs"
