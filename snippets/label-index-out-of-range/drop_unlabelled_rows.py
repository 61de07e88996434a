"""Leave out the rows whose label is -1: the publisher of the data has not labelled them."""

import torch
from transformers import BertConfig, BertForSequenceClassification, default_data_collator

SEED = 0
torch.manual_seed(SEED)
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, num_hidden_layers=1)
model = BertForSequenceClassification(
    BertConfig(**size, num_attention_heads=2, initializer_range=0.5)
).eval()
rows = [
    {"input_ids": [2, 5, 6, 3], "label": 1},
    {"input_ids": [2, 7, 8, 3], "label": -1},
    {"input_ids": [2, 9, 4, 3], "label": 0},
]


def broken():
    batch = default_data_collator(rows)
    return model(**batch).loss.detach()


def fixed():
    batch = default_data_collator([row for row in rows if row["label"] >= 0])
    return model(**batch).loss.detach()


def check(loss):
    """The loss is the mean over the rows that have a label."""
    losses = []
    for row in rows:
        if row["label"] in (0, 1):
            ids, label = torch.tensor([row["input_ids"]]), torch.tensor([row["label"]])
            losses.append(model(input_ids=ids, labels=label).loss.item())
    expected = sum(losses) / len(losses)
    assert abs(loss - expected) < 1e-5, f"loss {loss:.4f}, labelled rows {expected:.4f}"
