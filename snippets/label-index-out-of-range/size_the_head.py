"""Size the classification head from the label names, not from a default."""

import torch
from transformers import BertConfig, BertForSequenceClassification

SEED = 0
torch.manual_seed(SEED)
NAMES = ["negative", "neutral", "positive"]
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, num_hidden_layers=1)
ids = torch.tensor([[2, 5, 6, 3], [2, 7, 8, 3], [2, 9, 4, 3]])
labels = torch.tensor([NAMES.index(name) for name in ("positive", "negative", "neutral")])


def broken():
    config = BertConfig(**size, num_attention_heads=2)
    model = BertForSequenceClassification(config)
    return model(input_ids=ids, labels=labels).logits.detach()


def fixed():
    config = BertConfig(**size, num_attention_heads=2, num_labels=len(NAMES))
    model = BertForSequenceClassification(config)
    return model(input_ids=ids, labels=labels).logits.detach()


def mistake_one_less():
    config = BertConfig(**size, num_attention_heads=2, num_labels=int(labels.max()))
    model = BertForSequenceClassification(config)
    return model(input_ids=ids, labels=labels).logits.detach()


def check(logits):
    """There is one output for each label name."""
    assert logits.shape[1] == len(NAMES), f"{logits.shape[1]} outputs for {len(NAMES)} classes"
