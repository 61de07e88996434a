"""Call requires_grad_(False) on the module: another spelling sets an attribute that nobody reads."""

import torch

SEED = 0
torch.manual_seed(SEED)
x, labels = torch.randn(32, 8), torch.randint(0, 3, (32,))
backbone, head = torch.nn.Linear(8, 16), torch.nn.Linear(16, 3)
model = torch.nn.Sequential(backbone, torch.nn.ReLU(), head)


def change_of_backbone():
    before = backbone.weight.detach().clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    torch.nn.functional.cross_entropy(model(x), labels).backward()
    optimizer.step()
    return (backbone.weight.detach() - before).norm().item()


def broken():
    for p in backbone.parameters():
        p.require_grad = False
    return change_of_backbone()


def fixed():
    for p in backbone.parameters():
        p.requires_grad_(False)
    return change_of_backbone()


def mistake_attribute_of_the_module():
    backbone.requires_grad = False
    return change_of_backbone()


def mistake_eval_mode():
    backbone.eval()
    return change_of_backbone()


def check(moved):
    """A frozen backbone stays where it is."""
    assert moved == 0, f"the frozen backbone moved by {moved:.4f}"
