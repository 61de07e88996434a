"""Let a padded query see itself: causal mask and left padding together leave it no key."""

import torch

SEED = 0
torch.manual_seed(SEED)
scores = torch.randn(2, 5, 5)
padding = torch.tensor([[False] * 5, [True, True, False, False, False]])  # row 1 is padded left
causal = torch.ones(5, 5, dtype=torch.bool).tril()


def broken():
    visible = causal & ~padding[:, None, :]
    return scores.masked_fill(~visible, float("-inf")).softmax(-1)


def fixed():
    visible = causal & ~padding[:, None, :] | torch.eye(5, dtype=torch.bool)
    return scores.masked_fill(~visible, float("-inf")).softmax(-1)


def mistake_mask_queries_too():
    visible = causal & ~padding[:, None, :] & ~padding[:, :, None]
    return scores.masked_fill(~visible, float("-inf")).softmax(-1)


def check(weights):
    """Real queries see no pad, and no row is nan."""
    rows = weights.isnan().any(-1).nonzero().tolist()
    assert not rows, f"nan rows (batch, query): {rows}"
    assert weights[1, 2:, :2].sum() == 0, "a real query attends to a pad"
