"""Use two flags in GAE: termination stops the bootstrap, either end stops the sum."""

import torch

SEED = 0
torch.manual_seed(SEED)
GAMMA, LAMBDA, STEPS = 0.99, 0.95, 12
rewards = torch.rand(STEPS)
values = torch.rand(STEPS) * 10
next_values = values.roll(-1)  # of the state that a step led to
next_values[[3, 7, 11]] = torch.rand(3) * 10  # the last observations of the three episodes
terminated, truncated = torch.zeros(STEPS), torch.zeros(STEPS)
truncated[3], terminated[7], truncated[11] = 1, 1, 1
done = torch.maximum(terminated, truncated)


def broken():
    advantages, total = torch.zeros(STEPS), 0.0
    for t in reversed(range(STEPS)):
        delta = rewards[t] + GAMMA * next_values[t] * (1 - done[t]) - values[t]
        total = delta + GAMMA * LAMBDA * (1 - done[t]) * total
        advantages[t] = total
    return advantages


def fixed():
    advantages, total = torch.zeros(STEPS), 0.0
    for t in reversed(range(STEPS)):
        delta = rewards[t] + GAMMA * next_values[t] * (1 - terminated[t]) - values[t]
        total = delta + GAMMA * LAMBDA * (1 - done[t]) * total
        advantages[t] = total
    return advantages


def mistake_terminated_in_both_places():
    advantages, total = torch.zeros(STEPS), 0.0
    for t in reversed(range(STEPS)):
        delta = rewards[t] + GAMMA * next_values[t] * (1 - terminated[t]) - values[t]
        total = delta + GAMMA * LAMBDA * (1 - terminated[t]) * total
        advantages[t] = total
    return advantages


def check(advantages):
    """An advantage is the mix of n-step returns within its own episode, minus the value."""
    for first, last in ((0, 3), (4, 7), (8, 11)):
        after = next_values[last] * (1 - terminated[last])
        for t in range(first, last + 1):
            n_step = [
                sum(GAMMA ** (k - t) * rewards[k] for k in range(t, end + 1))
                + GAMMA ** (end + 1 - t) * (after if end == last else next_values[end])
                for end in range(t, last + 1)
            ]
            mixed = LAMBDA ** (last - t) * n_step[-1] + (1 - LAMBDA) * sum(
                LAMBDA**n * value for n, value in enumerate(n_step[:-1])
            )
            off = abs(advantages[t] - (mixed - values[t])).item()
            assert off < 1e-3, f"the advantage of step {t} is off by {off:.2f}"
