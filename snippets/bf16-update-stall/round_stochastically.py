"""Round to bfloat16 up or down by chance, so that small updates count on average."""

import torch

SEED = 0
torch.manual_seed(SEED)
start, update, steps = 1.0, 0.0005, 400  # exact result: 0.8


def by_chance(x):
    """Round float32 to bfloat16, up with the probability of the part that is cut off."""
    bits = x.view(torch.int32) + torch.randint(1 << 16, x.shape, dtype=torch.int32)
    return (bits & -65536).view(torch.float32).bfloat16()


def mean_weights(rounded):
    weights = torch.full((4096,), start, dtype=torch.bfloat16)
    means = []
    for step in range(steps):
        weights = rounded(weights.float() - update)
        if step % 20 == 19:
            means.append(weights.float().mean().item())
    return means


def broken():
    def rounded(x):
        return x.to(torch.bfloat16)

    return mean_weights(rounded)


def fixed():
    def rounded(x):
        return by_chance(x)

    return mean_weights(rounded)


def mistake_round_down():
    def rounded(x):
        return (x.view(torch.int32) & -65536).view(torch.float32).bfloat16()

    return mean_weights(rounded)


def check(means):
    """The weights end where exact arithmetic ends."""
    exact = start - steps * update
    assert abs(means[-1] - exact) < 0.01, f"mean weight {means[-1]:.4f}, exact {exact:.4f}"
