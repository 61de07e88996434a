"""Padded on the left: drop the label of the first real token too, and count positions from it."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel
from transformers.utils import logging

logging.set_verbosity_error()
SEED = 0
PAD, WIDTH = 0, 9
torch.manual_seed(SEED)
size = dict(vocab_size=40, n_embd=32, n_layer=2, n_head=2, n_positions=64, initializer_range=0.3)
model = GPT2LMHeadModel(GPT2Config(**size, bos_token_id=1, eos_token_id=2)).eval()
rows = [torch.randint(3, 40, (n,)) for n in (9, 3, 5)]
ids = torch.stack([torch.cat([torch.full((WIDTH - len(row),), PAD), row]) for row in rows])
mask = torch.arange(WIDTH) >= torch.tensor([[WIDTH - len(row)] for row in rows])


def broken():
    labels = ids.masked_fill(~mask, -100)
    return model(input_ids=ids, attention_mask=mask.long(), labels=labels).loss.detach()


def fixed():
    labels = ids.masked_fill(mask.cumsum(1) < 2, -100)
    positions = (mask.cumsum(1) - 1).clamp(min=0)
    return model(
        input_ids=ids, attention_mask=mask.long(), position_ids=positions, labels=labels
    ).loss.detach()


def mistake_only_the_first_label():
    labels = ids.masked_fill(mask.cumsum(1) < 2, -100)
    return model(input_ids=ids, attention_mask=mask.long(), labels=labels).loss.detach()


def mistake_only_the_positions():
    labels = ids.masked_fill(~mask, -100)
    positions = (mask.cumsum(1) - 1).clamp(min=0)
    return model(
        input_ids=ids, attention_mask=mask.long(), position_ids=positions, labels=labels
    ).loss.detach()


def check(loss):
    """The loss of the padded batch is the mean over the tokens of the rows without padding."""
    with torch.no_grad():
        sums = [model(input_ids=r[None], labels=r[None]).loss * (len(r) - 1) for r in rows]
    expected = sum(sums) / sum(len(row) - 1 for row in rows)
    assert abs(loss - expected) < 1e-4, f"batch loss {loss:.4f}, without padding {expected:.4f}"
