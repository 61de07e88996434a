"""Step the scheduler only when GradScaler did not skip the optimizer's step."""

import warnings

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
scaler = torch.amp.GradScaler("cpu")
batches = torch.randn(12, 4, 8)
rates = []
optimizer.register_step_post_hook(lambda opt, *_: rates.append(opt.param_groups[0]["lr"]))


def backward(x):
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.float16):
        loss = model(x).sum()
    scaler.scale(loss).backward()


def broken():
    for x in batches:
        backward(x)
        scaler.step(optimizer)
        scaler.update()
        scheduler.step()
    return rates


def fixed():
    for x in batches:
        backward(x)
        scale = scaler.get_scale()
        scaler.step(optimizer)
        scaler.update()
        if scaler.get_scale() >= scale:
            scheduler.step()
    return rates


def mistake_silence_the_warning():
    warnings.filterwarnings("ignore", message="Detected call of `lr_scheduler.step")
    for x in batches:
        backward(x)
        scaler.step(optimizer)
        scaler.update()
        scheduler.step()
    return rates


def check(rates):
    """The n-th step that really changed the weights used the n-th rate of the schedule."""
    planned = [0.1 * 0.5**n for n in range(len(rates))]
    assert rates == planned, (
        f"{len(rates)} of 12 steps ran; they used {rates[0]:.5f} to {rates[-1]:.5f}, "
        f"planned were {planned[0]:.5f} to {planned[-1]:.5f}"
    )
