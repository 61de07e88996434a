"""Freeze first and put the new head in afterwards: its parameters are born trainable."""

import torch

SEED = 0
torch.manual_seed(SEED)
x, labels = torch.randn(32, 8), torch.randint(0, 3, (32,))
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 10))


def gradients():
    torch.nn.functional.cross_entropy(model(x), labels).backward()
    return [name for name, p in model.named_parameters() if p.grad is not None]


def broken():
    model[2] = torch.nn.Linear(16, 3)
    for p in model.parameters():
        p.requires_grad = False
    return gradients()


def fixed():
    for p in model.parameters():
        p.requires_grad = False
    model[2] = torch.nn.Linear(16, 3)
    return gradients()


def mistake_train_mode():
    model[2] = torch.nn.Linear(16, 3)
    for p in model.parameters():
        p.requires_grad = False
    model.train()
    return gradients()


def mistake_enable_grad():
    with torch.enable_grad():
        return broken()


def check(names):
    """The head gets gradients, and the frozen part none."""
    assert names == ["2.weight", "2.bias"], f"gradients in {names}"
