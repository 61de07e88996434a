"""Let the gradient pass the rounding (straight-through); its own derivative is 0."""

import torch

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(64, 16)
targets = inputs @ torch.randn(16, 16) / 4


def train(fake_quantize):
    weight = torch.nn.Parameter(torch.randn(16, 16) / 4)
    optimizer = torch.optim.Adam([weight], lr=0.02)
    losses = []
    for _ in range(30):
        loss = torch.nn.functional.mse_loss(inputs @ fake_quantize(weight).T, targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    def fake_quantize(weight, step=0.05):
        rounded = (weight / step).round() * step
        return rounded

    return train(fake_quantize)


def fixed():
    def fake_quantize(weight, step=0.05):
        rounded = (weight / step).round() * step
        return weight + (rounded - weight).detach()

    return train(fake_quantize)


def mistake_finer_steps():
    def fake_quantize(weight, step=0.0005):
        rounded = (weight / step).round() * step
        return rounded

    return train(fake_quantize)


def check(losses):
    """Thirty steps halve the loss of a problem that has a solution."""
    first, last = losses[0], losses[-1]
    assert last < 0.5 * first, f"loss {first:.3f} at the first step and {last:.3f} at the last"
