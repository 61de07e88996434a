"""Ask MultiheadAttention for no weights: then it uses SDPA, which gives a fully masked row zeros."""

import torch

SEED = 0
torch.manual_seed(SEED)
attention = torch.nn.MultiheadAttention(8, 2, batch_first=True)
memory = torch.randn(2, 4, 8)
query = torch.randn(2, 3, 8)
ignored = torch.tensor([[False, False, True, True], [True, True, True, True]])  # row 1 is empty


def broken():
    out, _ = attention(query, memory, memory, key_padding_mask=ignored)
    return out


def fixed():
    out, _ = attention(query, memory, memory, key_padding_mask=ignored, need_weights=False)
    return out


def mistake_eval():
    attention.eval()
    with torch.no_grad():
        out, _ = attention(query, memory, memory, key_padding_mask=ignored)
    return out


def mistake_float_mask():
    mask = torch.zeros(2, 4).masked_fill(ignored, float("-inf"))
    out, _ = attention(query, memory, memory, key_padding_mask=mask)
    return out


def check(out):
    """An empty memory adds nothing, and the other row is what it is alone."""
    alone, _ = attention(query[:1], memory[:1, :2], memory[:1, :2])
    assert out[1].isfinite().all(), (
        f"{int(out[1].isnan().sum())} of {out[1].numel()} values are nan"
    )
    assert torch.allclose(out[1], attention.out_proj.bias), "an empty memory has a content"
    assert torch.allclose(out[0], alone[0], atol=1e-5), "the other row changed"
