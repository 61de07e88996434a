"""Build the optimizer after the last change of the model: a replaced layer has new parameters."""

import torch

SEED = 0
torch.manual_seed(SEED)
x, labels = torch.randn(64, 8), torch.randint(0, 3, (64,))
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 10))
head = torch.nn.Linear(16, 3)


def train(optimizer):
    """Return how far the new head is from its start, after each step."""
    start, moved = head.weight.detach().clone(), []
    for _ in range(10):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), labels).backward()
        optimizer.step()
        moved.append((head.weight.detach() - start).norm().item())
    return moved


def broken():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model[2] = head
    return train(optimizer)


def fixed():
    model[2] = head
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    return train(optimizer)


def mistake_require_gradients():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model[2] = head
    model.requires_grad_(True).train()
    return train(optimizer)


def mistake_higher_rate():
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    model[2] = head
    return train(optimizer)


def check(moved):
    """Every step changes the layer that was put in."""
    assert min(moved) > 0, (
        f"the new head is {moved[-1]:.4f} from its start after {len(moved)} steps"
    )
