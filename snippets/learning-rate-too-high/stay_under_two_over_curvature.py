"""Keep the rate of SGD under 2 / curvature; above it every step makes the loss larger."""

import torch

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(64, 8)
inputs[:, 7] *= 5  # one feature on another scale makes the valley steep in one direction
targets = inputs @ torch.randn(8, 1)
curvature = torch.linalg.eigvalsh(2 * inputs.T @ inputs / len(inputs))[-1].item()


def losses(rate, schedule=lambda step: 1.0, steps=40):
    weights = torch.zeros(8, 1, requires_grad=True)
    optimizer = torch.optim.SGD([weights], lr=rate)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, schedule)
    series = []
    for step in range(steps):
        loss = (inputs @ weights - targets).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        series.append(loss.item())
    return series


def broken():
    return losses(rate=2.1 / curvature)


def fixed():
    return losses(rate=1.0 / curvature)


def mistake_decay_later():
    return losses(rate=2.1 / curvature, schedule=lambda step: 0.1 if step >= 35 else 1.0)


def check(series):
    """Forty steps lower the loss to less than a tenth."""
    assert series[-1] < series[0] / 10, f"loss {series[0]:.2f} at the start, {series[-1]:.2f} after"
