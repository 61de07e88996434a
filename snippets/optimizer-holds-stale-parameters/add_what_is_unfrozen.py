"""Hand parameters to the optimizer when they are unfrozen: the filter at the start left them out."""

import torch

SEED = 0
torch.manual_seed(SEED)
x, labels = torch.randn(64, 8), torch.randint(0, 3, (64,))
backbone, head = torch.nn.Linear(8, 16), torch.nn.Linear(16, 3)
model = torch.nn.Sequential(backbone, torch.nn.ReLU(), head)


def epoch(optimizer):
    """Return how far the epoch moved the backbone."""
    before = backbone.weight.detach().clone()
    for _ in range(5):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), labels).backward()
        optimizer.step()
    return (backbone.weight.detach() - before).norm().item()


def broken():
    backbone.requires_grad_(False)
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    moved = [epoch(optimizer) for _ in range(3)]
    backbone.requires_grad_(True)
    return moved + [epoch(optimizer) for _ in range(3)]


def fixed():
    backbone.requires_grad_(False)
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    moved = [epoch(optimizer) for _ in range(3)]
    backbone.requires_grad_(True)
    optimizer.add_param_group({"params": backbone.parameters(), "lr": 0.01})
    return moved + [epoch(optimizer) for _ in range(3)]


def mistake_raise_the_rate():
    backbone.requires_grad_(False)
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    moved = [epoch(optimizer) for _ in range(3)]
    backbone.requires_grad_(True)
    optimizer.param_groups[0]["lr"] = 1.0
    return moved + [epoch(optimizer) for _ in range(3)]


def check(moved):
    """The backbone moves in every epoch after it was unfrozen."""
    assert min(moved[3:]) > 0, f"epochs 4 to 6 moved the unfrozen backbone by {max(moved[3:]):.4f}"
