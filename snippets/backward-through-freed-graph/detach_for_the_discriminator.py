"""Detach the generated batch for the discriminator; its step needs no generator gradients."""

import torch
from torch.nn.functional import binary_cross_entropy_with_logits as bce

SEED = 0
torch.manual_seed(SEED)
generator, discriminator = torch.nn.Linear(4, 2), torch.nn.Linear(2, 1)
noise, real = torch.randn(16, 4), torch.randn(16, 2)
ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)
squash = torch.tanh


def gradients():
    return [p.grad for p in (*generator.parameters(), *discriminator.parameters())]


def broken():
    fake = squash(generator(noise))
    (bce(discriminator(fake), zeros) + bce(discriminator(real), ones)).backward()
    bce(discriminator(fake), ones).backward(inputs=list(generator.parameters()))
    return gradients()


def fixed():
    fake = squash(generator(noise))
    (bce(discriminator(fake.detach()), zeros) + bce(discriminator(real), ones)).backward()
    bce(discriminator(fake), ones).backward(inputs=list(generator.parameters()))
    return gradients()


def mistake_clone():
    fake = squash(generator(noise))
    (bce(discriminator(fake), zeros) + bce(discriminator(real), ones)).backward()
    bce(discriminator(fake.clone()), ones).backward(inputs=list(generator.parameters()))
    return gradients()


def check(result):
    """Each network has the gradient of its own loss and nothing of the other's."""
    fake = squash(generator(noise))
    own = [*torch.autograd.grad(bce(discriminator(fake), ones), generator.parameters())]
    loss = bce(discriminator(fake.detach()), zeros) + bce(discriminator(real), ones)
    own += torch.autograd.grad(loss, discriminator.parameters())
    for got, expected in zip(result, own, strict=True):
        torch.testing.assert_close(got, expected)
