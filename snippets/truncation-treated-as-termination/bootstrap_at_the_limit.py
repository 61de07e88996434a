"""Bootstrap from the next state at the time limit; only a terminal state is worth 0."""

import torch

SEED = 0
GAMMA, STATES = 0.9, 8


def episode(limit, generator):
    """Walk along a ring that has no terminal state, at a reward of 1 a step."""
    state = torch.randint(STATES, (), generator=generator).item()
    for step in range(1, limit + 1):
        after = (state + 1) % STATES
        terminated, truncated = False, step == limit
        yield state, 1.0, after, terminated, truncated
        state = after


def broken(limit=10):
    generator = torch.Generator().manual_seed(SEED)
    values, means = torch.zeros(STATES), []
    for _ in range(400):
        for state, reward, after, terminated, truncated in episode(limit, generator):
            done = terminated or truncated
            target = reward + GAMMA * values[after] * (1 - done)
            values[state] += 0.2 * (target - values[state])
        means.append(values.mean().item())
    return means[::10]


def fixed(limit=10):
    generator = torch.Generator().manual_seed(SEED)
    values, means = torch.zeros(STATES), []
    for _ in range(400):
        for state, reward, after, terminated, truncated in episode(limit, generator):
            target = reward + GAMMA * values[after] * (1 - terminated)
            values[state] += 0.2 * (target - values[state])
        means.append(values.mean().item())
    return means[::10]


def mistake_longer_limit():
    return broken(limit=40)


def check(means):
    """Values approach the return of going on, 1 + 0.9 + 0.81 + ... = 10."""
    assert abs(means[-1] - 10) < 0.1, f"mean value {means[-1]:.2f} after training, the return is 10"
