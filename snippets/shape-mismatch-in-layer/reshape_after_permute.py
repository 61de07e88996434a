"""Use reshape or flatten after a permute; view cannot join axes that lie apart in memory."""

import torch

SEED = 0
torch.manual_seed(SEED)
heads = torch.rand(2, 4, 6, 8)  # batch, heads, positions, features
out = torch.nn.Linear(32, 32)


def broken():
    joined = heads.transpose(1, 2)
    return out(joined.view(2, 6, 32))


def fixed():
    joined = heads.transpose(1, 2)
    return out(joined.reshape(2, 6, 32))


def check(result):
    """Position 3 of sample 1 is computed from the four heads at that position."""
    alone = out(torch.cat([heads[1, h, 3] for h in range(4)]))
    torch.testing.assert_close(result[1, 3], alone)
