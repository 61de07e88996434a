"""Unscale once, after the last micro-batch, right before clipping and the step."""

import torch

SEED = 0
torch.manual_seed(SEED)
micro_batches = torch.randn(8, 4, 4)
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=256)


def backward(x):
    with torch.autocast("cpu", dtype=torch.float16):
        output = model(x)
    scaler.scale(output.float().square().mean() / 4).backward()


def broken():
    steps = 0
    for i, x in enumerate(micro_batches):
        backward(x)
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if i % 4 == 3:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
            steps += 1
    return steps


def fixed():
    steps = 0
    for i, x in enumerate(micro_batches):
        backward(x)
        if i % 4 == 3:
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
            steps += 1
    return steps


def check(steps):
    """Eight micro-batches in groups of four make two steps."""
    assert steps == 2, f"{steps} steps"
