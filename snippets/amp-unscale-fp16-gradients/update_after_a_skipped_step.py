"""Call scaler.update() in every iteration, also where the step was left out."""

import torch

SEED = 0
torch.manual_seed(SEED)
batches = torch.randn(4, 8, 4)
batches[1] *= float("inf")
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=256)


def norm_of(x):
    optimizer.zero_grad()
    scaler.scale(model(x).square().mean()).backward()
    scaler.unscale_(optimizer)
    return torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)


def broken():
    for x in batches:
        if norm_of(x).isfinite():
            scaler.step(optimizer)
            scaler.update()
    return model.weight.detach().clone()


def fixed():
    for x in batches:
        if norm_of(x).isfinite():
            scaler.step(optimizer)
        scaler.update()
    return model.weight.detach().clone()


def check(weight):
    """The bad batch was left out and the weights are numbers."""
    assert weight.isfinite().all(), f"weights {weight.tolist()}"
