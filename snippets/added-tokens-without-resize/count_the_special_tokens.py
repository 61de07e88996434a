"""Size nn.Embedding after the special tokens joined the vocabulary, not before."""

import torch
from torch import nn

SEED = 0
torch.manual_seed(SEED)
texts = ["the cat sat on a mat", "a cat sat", "the mat <mask> the cat"]


def losses(vocabulary, table, head):
    """Run the model on one text after the other; only the last one has the special token."""
    series = []
    for text in texts:
        ids = torch.tensor([vocabulary[word] for word in text.split()])
        series.append(nn.functional.cross_entropy(head(table(ids[:-1])), ids[1:]).item())
    return series


def broken():
    vocabulary = {word: i for i, word in enumerate("the cat sat on a mat".split())}
    table, head = nn.Embedding(len(vocabulary), 8), nn.Linear(8, len(vocabulary))
    vocabulary["<mask>"] = len(vocabulary)
    return losses(vocabulary, table, head)


def fixed():
    vocabulary = {word: i for i, word in enumerate("the cat sat on a mat".split())}
    vocabulary["<mask>"] = len(vocabulary)
    table, head = nn.Embedding(len(vocabulary), 8), nn.Linear(8, len(vocabulary))
    return losses(vocabulary, table, head)


def mistake_more_rows_in_the_head():
    vocabulary = {word: i for i, word in enumerate("the cat sat on a mat".split())}
    table, head = nn.Embedding(len(vocabulary), 8), nn.Linear(8, len(vocabulary) + 1)
    vocabulary["<mask>"] = len(vocabulary)
    return losses(vocabulary, table, head)


def check(series):
    """Every text has a finite loss."""
    assert len(series) == 3 and all(0 < loss < 100 for loss in series), f"losses {series}"
