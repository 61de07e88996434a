"""With two networks, zero the one that is about to learn: the other's loss left gradients in it."""

import torch
from torch.nn.functional import binary_cross_entropy_with_logits as bce

SEED = 0
torch.manual_seed(SEED)
generator, critic = torch.nn.Linear(4, 2), torch.nn.Linear(2, 1)
noise, real = torch.randn(2, 16, 4), torch.randn(2, 16, 2)
ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_c = torch.optim.SGD(critic.parameters(), lr=0.1)


def critic_loss(step):
    return bce(critic(generator(noise[step]).detach()), zeros) + bce(critic(real[step]), ones)


def generator_loss(step):
    return bce(critic(generator(noise[step])), ones)


def broken():
    critic.zero_grad()
    critic_loss(0).backward()
    optimizer_g.zero_grad()
    generator_loss(0).backward()
    critic_loss(1).backward()
    return critic.weight.grad


def fixed():
    critic.zero_grad()
    critic_loss(0).backward()
    optimizer_g.zero_grad()
    generator_loss(0).backward()
    optimizer_c.zero_grad()
    critic_loss(1).backward()
    return critic.weight.grad


def mistake_zero_after_the_critic():
    critic.zero_grad()
    critic_loss(0).backward()
    optimizer_c.zero_grad()
    generator_loss(0).backward()
    critic_loss(1).backward()
    return critic.weight.grad


def check(gradient):
    """The critic's second step uses the gradient of its second loss and nothing else."""
    own = torch.autograd.grad(critic_loss(1), critic.weight)[0]
    off = (gradient - own).norm() / own.norm()
    assert off < 1e-5, f"the gradient is {off:.0%} off that of the critic's own loss"
