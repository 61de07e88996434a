"""A bidirectional model needs both: labels of -100 at the pads, and the true attention mask."""

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import BertConfig, BertForTokenClassification

SEED = 0
PAD, OUTSIDE = 0, 0
torch.manual_seed(SEED)
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, initializer_range=0.5)
model = BertForTokenClassification(
    BertConfig(**size, num_hidden_layers=2, num_attention_heads=2, num_labels=5)
).eval()
rows = [torch.randint(3, 40, (n,)) for n in (12, 3, 5)]
tags = [torch.randint(0, 5, row.shape) for row in rows]
ids = pad_sequence(rows, batch_first=True, padding_value=PAD)
real = pad_sequence([torch.ones_like(row) for row in rows], batch_first=True)


def broken():
    mask = torch.ones_like(ids)
    labels = pad_sequence(tags, batch_first=True, padding_value=OUTSIDE)
    return model(input_ids=ids, attention_mask=mask, labels=labels).loss.detach()


def fixed():
    mask = real
    labels = pad_sequence(tags, batch_first=True, padding_value=-100)
    return model(input_ids=ids, attention_mask=mask, labels=labels).loss.detach()


def mistake_only_the_labels():
    mask = torch.ones_like(ids)
    labels = pad_sequence(tags, batch_first=True, padding_value=-100)
    return model(input_ids=ids, attention_mask=mask, labels=labels).loss.detach()


def mistake_only_the_attention_mask():
    mask = real
    labels = pad_sequence(tags, batch_first=True, padding_value=OUTSIDE)
    return model(input_ids=ids, attention_mask=mask, labels=labels).loss.detach()


def check(loss):
    """The loss of the padded batch is the mean over the tokens of the rows without padding."""
    with torch.no_grad():
        each = [model(input_ids=r[None], labels=t[None]).loss for r, t in zip(rows, tags)]
    expected = sum(one * len(row) for one, row in zip(each, rows)) / sum(map(len, rows))
    assert abs(loss - expected) < 1e-4, f"batch loss {loss:.4f}, without padding {expected:.4f}"
