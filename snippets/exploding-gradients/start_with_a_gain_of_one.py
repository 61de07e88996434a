"""Start each layer with a gain of about 1: std 1 / sqrt(fan_in), not 1."""

import math

import torch

SEED = 0
torch.manual_seed(SEED)
WIDTH = 16
x, y = torch.randn(64, WIDTH), torch.randn(64, WIDTH)


def train(std, rate=0.05, max_norm=1.0, max_loss=math.inf):
    """Return log10 of the loss; the gradient is clipped in every step."""
    model = torch.nn.Sequential(*[torch.nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(10)])
    for layer in model:
        torch.nn.init.normal_(layer.weight, std=std)
    optimizer, losses = torch.optim.SGD(model.parameters(), lr=rate), []
    for _ in range(40):
        loss = (model(x) - y).square().mean()
        optimizer.zero_grad()
        loss.clamp(max=max_loss).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        losses.append(math.log10(loss.item()))
    return losses


def broken():
    return train(std=1.0)


def fixed():
    return train(std=1 / math.sqrt(WIDTH))


def mistake_clip_harder():
    return train(std=1.0, max_norm=0.01)


def mistake_clip_the_loss():
    return train(std=1.0, max_loss=100.0)


def mistake_lower_the_rate():
    return train(std=1.0, rate=0.001)


def check(losses):
    """After 40 steps the model is no worse than one that answers 0."""
    nothing = math.log10(y.square().mean().item())
    assert losses[-1] < nothing + 0.05, (
        f"after 40 clipped steps the loss is 10^{losses[-1]:.1f}; the answer 0 has 10^{nothing:.1f}"
    )
