"""Mask the pads: each one that is not masked takes a share of the softmax."""

import torch
from torch.nn.functional import scaled_dot_product_attention

SEED = 0
torch.manual_seed(SEED)
TOKENS = 4
text, pad = torch.randn(1, TOKENS, 16), torch.randn(1, 1, 16)
alone = scaled_dot_product_attention(text, text, text)


def change(vectors):
    """Return how far the text's vectors are from those without padding, relative to their size."""
    return ((vectors[:, :TOKENS] - alone).norm() / alone.norm()).item()


def broken():
    changes = []
    for pads in range(16):
        x = torch.cat([text, pad.expand(1, pads, 16)], 1)
        changes.append(change(scaled_dot_product_attention(x, x, x)))
    return changes


def fixed():
    changes = []
    for pads in range(16):
        x = torch.cat([text, pad.expand(1, pads, 16)], 1)
        is_token = torch.arange(TOKENS + pads)[None] < TOKENS
        changes.append(change(scaled_dot_product_attention(x, x, x, attn_mask=is_token)))
    return changes


def check(changes):
    """Padding does not change the text, however much of it there is."""
    worst = max(changes)
    assert worst < 1e-5, f"{len(changes) - 1} pads change the text's vectors by {worst:.0%}"
