"""Keep trainable weights in float32 and let autocast compute in float16."""

import torch

SEED = 0
torch.manual_seed(SEED)
x, y = torch.randn(16, 4), torch.randn(16, 1)
model = torch.nn.Linear(4, 1)
start = model.weight.detach().clone()


def update(scale=256.0, clip=True):
    """Take one step under GradScaler and return the change of the weights."""
    scaler = torch.amp.GradScaler("cpu", init_scale=scale)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with torch.autocast("cpu", dtype=torch.float16):
        output = model(x)
    scaler.scale((output.float() - y).square().mean()).backward()
    if clip:
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 100.0)
    scaler.step(optimizer)
    return model.weight.detach().float() - start


def broken():
    model.half()
    return update()


def fixed():
    model.float()
    return update()


def mistake_no_clipping():
    model.half()
    return update(clip=False)


def mistake_scale_of_one():
    model.half()
    return update(scale=1.0)


def check(change):
    """The step is the one that float32 computes."""
    loss = (model(x) - y).square().mean()
    (gradient,) = torch.autograd.grad(loss, [model.weight])
    off = (change + 0.1 * gradient).abs().max().item()
    assert off < 1e-3, f"the step is off by {off:.4f}"
