"""Unscale before clipping: under GradScaler the gradients are multiplied by the loss scale."""

import torch

SEED = 0
torch.manual_seed(SEED)
x, y = torch.randn(64, 8), 10 * torch.randn(64, 1)
model = torch.nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
weights = list(model.parameters())


def backward():
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.float16):
        output = model(x)
    scaler.scale((output.float() - y).square().mean()).backward()
    return torch.nn.utils.parameters_to_vector(weights).detach()


def step_from(before):
    """Take the step and return how long it was."""
    scaler.step(optimizer)
    scaler.update()
    return (torch.nn.utils.parameters_to_vector(weights).detach() - before).norm().item()


def broken():
    lengths = []
    for _ in range(8):
        before = backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        lengths.append(step_from(before))
    return lengths


def fixed():
    lengths = []
    for _ in range(8):
        before = backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        lengths.append(step_from(before))
    return lengths


def check(lengths):
    """A clipped step is as long as the rate times the limit: 0.1."""
    assert abs(lengths[0] - 0.1) < 0.01, f"a step of {lengths[0]:.5f}, and not of 0.1"
