"""Compute with the tensor instead of the number that item() takes out of it."""

import torch

SEED = 0
torch.manual_seed(SEED)
x = torch.randn(16)
graphs = []


def backend(graph, inputs):
    graphs.append(sum(node.op.startswith("call") for node in graph.graph.nodes))
    return graph.forward


def broken():
    @torch.compile(backend=backend)
    def clip(x):
        norm = x.norm().item()
        return x * min(1.0, 1.0 / norm)

    return {"clipped": clip(x), "graphs": len(graphs)}


def fixed():
    @torch.compile(backend=backend)
    def clip(x):
        norm = x.norm()
        return x * torch.clamp(1.0 / norm, max=1.0)

    return {"clipped": clip(x), "graphs": len(graphs)}


def mistake_float():
    @torch.compile(backend=backend)
    def clip(x):
        norm = float(x.norm())
        return x * min(1.0, 1.0 / norm)

    return {"clipped": clip(x), "graphs": len(graphs)}


def mistake_detach():
    @torch.compile(backend=backend)
    def clip(x):
        norm = x.detach().norm().item()
        return x * min(1.0, 1.0 / norm)

    return {"clipped": clip(x), "graphs": len(graphs)}


def check(result):
    """The clipped tensor has norm 1, and computing it takes one graph."""
    torch.testing.assert_close(result["clipped"].norm(), torch.tensor(1.0))
    assert result["graphs"] == 1, f"clipping was cut into {result['graphs']} graphs"
