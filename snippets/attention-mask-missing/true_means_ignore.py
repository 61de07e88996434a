"""In torch.nn, True in a key_padding_mask means ignore: hand over mask == 0."""

import torch
from torch import nn

SEED = 0
torch.manual_seed(SEED)
encoder = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, dropout=0).eval()
rows = [torch.randn(9, 16), torch.randn(3, 16)]
batch = nn.utils.rnn.pad_sequence(rows, batch_first=True)
mask = torch.tensor([[1] * 9, [1] * 3 + [0] * 6])  # 1 for a token, as tokenizers have it


@torch.no_grad()
def encode(x, padding=None):
    return encoder(x, src_key_padding_mask=padding)


def broken():
    padding = mask.bool()
    return encode(batch, padding)[1, :3]


def fixed():
    padding = mask == 0
    return encode(batch, padding)[1, :3]


def mistake_float_mask():
    padding = mask.float()
    return encode(batch, padding)[1, :3]


def mistake_no_mask():
    return encode(batch)[1, :3]


def check(tokens):
    """The tokens of the short row come out as they do without padding."""
    gap = (tokens - encode(rows[1][None])[0]).abs().max().item()
    assert gap < 1e-4, f"outputs differ by {gap:.3f}"
