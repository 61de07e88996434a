"""Repeat each prompt G times in a row before the rewards are reshaped into groups."""

import torch

SEED = 0
torch.manual_seed(SEED)
G = 4
easiness = [0.0, 0.0, 5.0, 10.0]  # of four prompts: what any answer to them earns
quality = torch.rand(4, G)  # how good each of G answers is


def rewards_of(prompts):
    """Score one answer for each prompt of the list; the n-th answer to a prompt has its own quality."""
    seen, rewards = [0] * 4, []
    for prompt in prompts:
        rewards.append(easiness[prompt] + quality[prompt, seen[prompt]].item())
        seen[prompt] += 1
    return torch.tensor(rewards)


def advantages_of(prompts):
    """Return the advantage of the n-th answer to each prompt."""
    groups = rewards_of(prompts).view(-1, G)
    centred = (groups - groups.mean(1, keepdim=True)).flatten().tolist()
    found = [[] for _ in range(4)]
    for prompt, advantage in zip(prompts, centred, strict=True):
        found[prompt].append(advantage)
    return torch.tensor(found)


def broken():
    prompts = [0, 1, 2, 3] * G
    return advantages_of(prompts)


def fixed():
    prompts = [prompt for prompt in [0, 1, 2, 3] for _ in range(G)]
    return advantages_of(prompts)


def mistake_shuffle_for_variety():
    prompts = [0, 1, 2, 3] * G
    order = torch.randperm(len(prompts), generator=torch.Generator().manual_seed(SEED))
    return advantages_of([prompts[i] for i in order])


def check(advantages):
    """An advantage compares an answer with the other answers to the same prompt."""
    expected = quality - quality.mean(1, keepdim=True)
    off = (advantages - expected).abs().max().item()
    shown = [round(a, 2) for a in advantages[3].tolist()]
    assert off < 1e-4, f"advantages {shown} of the easiest prompt, off by {off:.2f}"
