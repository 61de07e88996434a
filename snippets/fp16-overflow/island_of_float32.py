"""Do the step that overflows in float32: a loss scale cannot repair a forward pass."""

import torch
from torch.nn.utils import clip_grad_norm_

SEED = 0
torch.manual_seed(SEED)
signals, targets = torch.randn(32, 8), torch.randn(32, 1)


def loss_scales(log_energy, init_scale=65536.0, clip=None):
    """Train a small model on the log energy of a layer; return the loss scale after each step."""
    torch.manual_seed(SEED)
    gain, head = torch.nn.Linear(8, 16), torch.nn.Linear(16, 1)
    gain.weight.data.mul_(1000)
    parameters = [*gain.parameters(), *head.parameters()]
    optimizer = torch.optim.SGD(parameters, lr=1e-4)
    scaler = torch.amp.GradScaler("cpu", init_scale=init_scale)
    scales = []
    for step in range(24):
        with torch.autocast("cpu", dtype=torch.float16):
            loss = (head(log_energy(gain(signals))).float() - targets).pow(2).mean()
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        if clip is not None:
            scaler.unscale_(optimizer)
            clip_grad_norm_(parameters, clip)
        scaler.step(optimizer)
        scaler.update()
        scales.append(scaler.get_scale())
    return scales


def broken():
    def log_energy(x):
        return (x * x + 1).log()

    return loss_scales(log_energy)


def fixed():
    def log_energy(x):
        x = x.float()
        return (x * x + 1).log()

    return loss_scales(log_energy)


def mistake_smaller_initial_scale():
    def log_energy(x):
        return (x * x + 1).log()

    return loss_scales(log_energy, init_scale=256.0)


def mistake_clip_gradients():
    def log_energy(x):
        return (x * x + 1).log()

    return loss_scales(log_energy, clip=1.0)


def check(scales):
    """The loss scale settles: in the second half of the run no step is skipped."""
    half = scales[len(scales) // 2]
    assert scales[-1] >= half, f"the loss scale was still falling, from {half:g} to {scales[-1]:g}"
