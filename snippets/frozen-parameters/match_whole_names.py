"""Compare whole parts of a name: "layer.1" is in "layer.10" as well."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.ModuleDict(
    {"layer": torch.nn.ModuleList(torch.nn.Linear(4, 4) for _ in range(12))}
)


def trained():
    """Return the numbers of the layers that get gradients."""
    h = torch.randn(2, 4)
    for layer in model["layer"]:
        h = layer(h)
    h.sum().backward()
    return [i for i, layer in enumerate(model["layer"]) if layer.weight.grad is not None]


def broken():
    for name, p in model.named_parameters():
        if any(f"layer.{i}" in name for i in (0, 1)):
            p.requires_grad_(False)
    return trained()


def fixed():
    for name, p in model.named_parameters():
        if any(name.startswith(f"layer.{i}.") for i in (0, 1)):
            p.requires_grad_(False)
    return trained()


def check(layers):
    """All layers but 0 and 1 are trained."""
    missing = sorted(set(range(2, 12)) - set(layers))
    assert not missing, f"layers {missing} were frozen too"
