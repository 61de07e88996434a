"""Take the position of a new token from the length of the cache, not from the length of the input."""

import torch

SEED = 0
torch.manual_seed(SEED)
WIDTH, LENGTH = 32, 16
embed = torch.nn.Embedding(40, WIDTH)
project = torch.nn.Linear(WIDTH, 3 * WIDTH)
tokens = torch.randint(40, (LENGTH,))


def rotate(x, positions):
    angles = positions[:, None] / 10 ** torch.linspace(0, 3, WIDTH // 2)
    a, b = x.chunk(2, dim=-1)
    cos, sin = angles.cos(), angles.sin()
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


def attend(query, key, value):
    query, key, value = query[None], key[None], value[None]
    return torch.nn.functional.scaled_dot_product_attention(query, key, value)[0]


@torch.no_grad()
def decode(positions_of):
    keys, values, out = torch.empty(0, WIDTH), torch.empty(0, WIDTH), []
    for token in tokens.split(1):
        query, key, value = project(embed(token)).chunk(3, dim=-1)
        positions = positions_of(token, keys)
        keys = torch.cat([keys, rotate(key, positions)])
        values = torch.cat([values, value])
        out.append(attend(rotate(query, positions), keys, values))
    return torch.cat(out)


def broken():
    def positions_of(new, cached):
        return torch.arange(len(new))

    return decode(positions_of)


def fixed():
    def positions_of(new, cached):
        return torch.arange(len(cached), len(cached) + len(new))

    return decode(positions_of)


def mistake_clamp():
    def positions_of(new, cached):
        return torch.arange(len(cached), len(cached) + len(new)).clamp(max=8)

    return decode(positions_of)


@torch.no_grad()
def check(out):
    """Token by token gives what one pass over all tokens gives."""
    query, key, value = project(embed(tokens)).chunk(3, dim=-1)
    positions = torch.arange(LENGTH)
    query, key = rotate(query, positions), rotate(key, positions)
    full = [attend(query[i : i + 1], key[: i + 1], value[: i + 1]) for i in range(LENGTH)]
    off = (out - torch.cat(full)).abs().amax(-1)
    first = int((off > 1e-5).float().argmax())
    assert off.max() < 1e-5, f"off by {off.max():.2f}, from token {first} on"
