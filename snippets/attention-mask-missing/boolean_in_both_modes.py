"""A float mask of 0 and 1 means one thing in training and another in eval: use booleans."""

import torch
from torch import nn

SEED = 0
torch.manual_seed(SEED)
encoder = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, dropout=0)
rows = [torch.randn(9, 16), torch.randn(3, 16)]
batch = nn.utils.rnn.pad_sequence(rows, batch_first=True)
padding = torch.tensor([[0] * 9, [0] * 3 + [1] * 6])  # 1 for a pad, as torch.nn has it


def in_both_modes(mask):
    training = encoder.train()(batch, src_key_padding_mask=mask).detach()
    with torch.no_grad():
        evaluation = encoder.eval()(batch, src_key_padding_mask=mask)
    return {"training": training[1, :3], "evaluation": evaluation[1, :3]}


def broken():
    mask = padding.float()
    return in_both_modes(mask)


def fixed():
    mask = padding.bool()
    return in_both_modes(mask)


@torch.no_grad()
def check(seen):
    """In both modes the tokens of the short row come out as they do without padding."""
    alone = encoder.eval()(rows[1][None])[0]
    gaps = {mode: (tokens - alone).abs().max().item() for mode, tokens in seen.items()}
    text = ", ".join(f"{mode} {gap:.3f}" for mode, gap in gaps.items())
    assert max(gaps.values()) < 1e-4, f"outputs differ in {text}"
