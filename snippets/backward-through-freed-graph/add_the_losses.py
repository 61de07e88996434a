"""Add losses that share a graph and call backward once."""

import torch

SEED = 0
torch.manual_seed(SEED)
encoder, left, right = torch.nn.Linear(6, 4), torch.nn.Linear(4, 1), torch.nn.Linear(4, 3)
inputs, numbers, classes = torch.randn(8, 6), torch.randn(8, 1), torch.randint(3, (8,))


def losses():
    shared = encoder(inputs).tanh()
    regression = (left(shared) - numbers).pow(2).mean()
    return regression, torch.nn.functional.cross_entropy(right(shared), classes)


def broken():
    first, second = losses()
    first.backward()
    second.backward()
    return encoder.weight.grad


def fixed():
    first, second = losses()
    (first + second).backward()
    return encoder.weight.grad


def check(gradient):
    """The encoder's gradient is the sum of the gradients of both losses."""
    alone = [torch.autograd.grad(losses()[i], encoder.weight)[0] for i in (0, 1)]
    torch.testing.assert_close(gradient, sum(alone))
