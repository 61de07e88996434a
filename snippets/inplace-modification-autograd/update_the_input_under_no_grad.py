"""Update an optimized input under no_grad; an in-place step on a leaf is refused."""

import torch

SEED = 0
torch.manual_seed(SEED)
target = torch.rand(3, 8, 8)


def broken():
    image = torch.zeros(3, 8, 8, requires_grad=True)
    losses = []
    for _ in range(5):
        loss = (image - target).pow(2).sum()
        (gradient,) = torch.autograd.grad(loss, image)
        image -= 0.1 * gradient
        losses.append(loss.item())
    return losses


def fixed():
    image = torch.zeros(3, 8, 8, requires_grad=True)
    losses = []
    for _ in range(5):
        loss = (image - target).pow(2).sum()
        (gradient,) = torch.autograd.grad(loss, image)
        with torch.no_grad():
            image -= 0.1 * gradient
        losses.append(loss.item())
    return losses


def check(losses):
    """Each step leaves 0.8 of the distance, so 0.64 of the loss."""
    ratios = [after / before for before, after in zip(losses, losses[1:], strict=False)]
    assert all(abs(ratio - 0.64) < 1e-4 for ratio in ratios), f"the loss is multiplied by {ratios}"
