"""Give scaled_dot_product_attention a boolean mask: numbers are added to the scores."""

import torch
from torch.nn.functional import scaled_dot_product_attention

SEED = 0
torch.manual_seed(SEED)
q, k, v = torch.randn(3, 2, 2, 8, 16)  # batch of 2, 2 heads, 8 positions
mask = torch.ones(2, 8)
mask[1, 3:] = 0  # the second row has three tokens


def broken():
    allowed = mask[:, None, None, :]
    return scaled_dot_product_attention(q, k, v, attn_mask=allowed)


def fixed():
    allowed = mask[:, None, None, :].bool()
    return scaled_dot_product_attention(q, k, v, attn_mask=allowed)


def mistake_inverted():
    allowed = mask[:, None, None, :] == 0
    return scaled_dot_product_attention(q, k, v, attn_mask=allowed)


def check(out):
    """The tokens of the short row attend as they do without padding."""
    short = (x[1:, :, :3] for x in (q, k, v))
    gap = (out[1:, :, :3] - scaled_dot_product_attention(*short)).abs()
    gap = gap.nan_to_num(nan=9.0).max().item()
    assert gap < 1e-4, f"outputs differ by {gap:.3f}"
