"""Look at the norm that clipping returns, and leave the step out if it is not finite."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batches = torch.randn(6, 8, 4)
batches[3] *= 1e30  # its gradient is beyond float32


def backward(x):
    optimizer.zero_grad()
    model(x).square().mean().backward()


def weights():
    return torch.nn.utils.parameters_to_vector(model.parameters()).detach()


def broken():
    for x in batches:
        backward(x)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return weights()


def fixed():
    for x in batches:
        backward(x)
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if norm.isfinite():
            optimizer.step()
    return weights()


def mistake_clip_harder():
    for x in batches:
        backward(x)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.001)
        optimizer.step()
    return weights()


def check(weights):
    """All weights are numbers after training."""
    bad = (~weights.isfinite()).sum().item()
    assert bad == 0, f"{bad} of {len(weights)} weights are not finite"
