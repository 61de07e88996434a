"""Draw with rsample where the gradient is to pass through the draw."""

import torch

SEED = 0
mean = torch.nn.Parameter(torch.tensor([3.0, -2.0]))


def broken():
    torch.manual_seed(SEED)
    action = torch.distributions.Normal(mean, 0.1).sample((4000,))
    action.pow(2).sum(-1).mean().backward()
    return mean.grad


def fixed():
    torch.manual_seed(SEED)
    action = torch.distributions.Normal(mean, 0.1).rsample((4000,))
    action.pow(2).sum(-1).mean().backward()
    return mean.grad


def check(gradient):
    """The gradient of the mean square is twice the mean."""
    torch.testing.assert_close(gradient, 2 * mean.detach(), atol=0.05, rtol=0)
