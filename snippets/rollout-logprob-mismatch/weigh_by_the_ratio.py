"""Weigh each sample by trainer over sampler where the two cannot be made equal."""

import torch

SEED = 0
torch.manual_seed(SEED)
logits = torch.randn(16, requires_grad=True)
rewards = torch.randn(16)
coarse = (logits.detach() * 2).round() / 2  # what an engine of few bits makes of the same weights
sampler = coarse.softmax(0)


def expected_gradient(weights):
    """Return the mean of weight x reward x grad log p over all actions, each as often as sampled."""
    trainer = logits.log_softmax(0)
    (gradient,) = torch.autograd.grad((sampler * weights * rewards * trainer).sum(), logits)
    return gradient


def broken():
    weights = torch.ones(16)
    return expected_gradient(weights)


def fixed():
    weights = logits.detach().softmax(0) / sampler
    return expected_gradient(weights)


def mistake_recompute_the_old_policy():
    old = logits.detach().softmax(0)  # by the trainer, so the ratio is 1 by construction
    weights = logits.detach().softmax(0) / old
    return expected_gradient(weights)


def check(gradient):
    """The mean over samples is the gradient of the policy's own expected reward."""
    (exact,) = torch.autograd.grad((logits.softmax(0) * rewards).sum(), logits)
    off = ((gradient - exact).norm() / exact.norm()).item()
    assert off < 1e-4, f"the gradient is off by {off:.0%} of its length"
