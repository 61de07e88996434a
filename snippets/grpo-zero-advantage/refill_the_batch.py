"""Replace groups without variance by other prompts before the step (dynamic sampling)."""

import torch

SEED = 0
torch.manual_seed(SEED)
# How often the policy solves each prompt: a third never, a third always, a third sometimes.
success = torch.tensor([0.0, 1.0, 0.5]).repeat(32)[torch.randperm(96)].tolist()


def rollout(rate, generations):
    return (torch.rand(generations) < rate).float()


def advantages(groups):
    rewards = torch.stack(groups)
    centred = rewards - rewards.mean(1, keepdim=True)
    return centred / (rewards.std(1, keepdim=True) + 1e-4)


def broken(generations=8):
    prompts, groups = iter(success), []
    while len(groups) < 8:
        rewards = rollout(next(prompts), generations)
        groups.append(rewards)
    return advantages(groups)


def fixed(generations=8):
    prompts, groups = iter(success), []
    while len(groups) < 8:
        rewards = rollout(next(prompts), generations)
        if rewards.std() > 0:
            groups.append(rewards)
    return advantages(groups)


def mistake_more_generations():
    return broken(generations=64)


def check(advantages):
    """Every group of the batch contributes to the gradient."""
    live = (advantages.abs().amax(1) > 0).sum().item()
    assert live == len(advantages), f"{live} of {len(advantages)} groups have a non-zero advantage"
