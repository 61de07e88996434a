"""Keep layers in a ModuleList: `.to` does not look into a plain list."""

import torch

device = torch.device("meta")  # stands for "cuda": a CPU-only machine has no other second device


class Stack(torch.nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def run(model):
    x = torch.ones(2, 4).to(device)
    return {"output": str(model(x).device), "parameters": len(list(model.parameters()))}


def broken():
    layers = [torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)]
    return run(Stack(layers).to(device))


def fixed():
    layers = torch.nn.ModuleList([torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)])
    return run(Stack(layers).to(device))


def check(result):
    """The output is on the device, and the optimizer gets all four parameters."""
    assert result == {"output": str(device), "parameters": 4}, f"got {result}"
