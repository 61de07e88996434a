"""Pass the mask to a left-padded forward: it silences the right line for the right reason."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

SEED = 0
torch.manual_seed(SEED)
size = dict(vocab_size=40, n_embd=32, n_layer=2, n_head=2, initializer_range=0.3)
model = GPT2LMHeadModel(GPT2Config(**size, bos_token_id=1, eos_token_id=2, pad_token_id=0)).eval()
ids = torch.tensor([[5, 6, 7, 8, 9, 10], [0, 0, 0, 11, 12, 13]])
mask = torch.tensor([[1, 1, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1]])
positions = (mask.cumsum(1) - 1).clamp(min=0)


@torch.no_grad()
def broken():
    return model(ids, position_ids=positions).logits[:, -1]


@torch.no_grad()
def fixed():
    return model(ids, position_ids=positions, attention_mask=mask).logits[:, -1]


@torch.no_grad()
def check(logits):
    """The next-token logits of the short row are those that it has alone."""
    gap = (logits[1] - model(ids[1:, 3:]).logits[0, -1]).abs().max().item()
    assert gap < 1e-4, f"logits differ by {gap:.3f}"
