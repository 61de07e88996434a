"""Pad the labels with -100, which cross_entropy leaves out of its mean."""

import torch
import torch.nn.functional as F
from torch.nn.utils.rnn import pad_sequence

SEED = 0
torch.manual_seed(SEED)
rows = [torch.randint(1, 20, (n,)) for n in (12, 4, 6)]
embed = torch.nn.Embedding(20, 16)
rnn = torch.nn.GRU(16, 16, batch_first=True)
head = torch.nn.Linear(16, 20)


def logits(ids):
    return head(rnn(embed(ids))[0])


def broken():
    inputs = pad_sequence([row[:-1] for row in rows], batch_first=True)
    labels = pad_sequence([row[1:] for row in rows], batch_first=True, padding_value=0)
    return F.cross_entropy(logits(inputs).flatten(0, 1), labels.flatten()).detach()


def fixed():
    inputs = pad_sequence([row[:-1] for row in rows], batch_first=True)
    labels = pad_sequence([row[1:] for row in rows], batch_first=True, padding_value=-100)
    return F.cross_entropy(logits(inputs).flatten(0, 1), labels.flatten()).detach()


def mistake_mean_over_all_positions():
    inputs = pad_sequence([row[:-1] for row in rows], batch_first=True)
    labels = pad_sequence([row[1:] for row in rows], batch_first=True, padding_value=0)
    each = F.cross_entropy(logits(inputs).flatten(0, 1), labels.flatten(), reduction="none")
    return (each * (labels.flatten() != 0)).mean().detach()


def check(loss):
    """The loss of the padded batch is the mean over the tokens of the rows without padding."""
    with torch.no_grad():
        sums = [F.cross_entropy(logits(r[:-1]), r[1:], reduction="sum") for r in rows]
    expected = sum(sums) / sum(len(row) - 1 for row in rows)
    assert abs(loss - expected) < 1e-4, f"batch loss {loss:.4f}, without padding {expected:.4f}"
