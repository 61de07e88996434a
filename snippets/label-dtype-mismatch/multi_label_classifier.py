"""Make the labels of a multi-label classifier floats in the data, not in the loss."""

import torch
from transformers import BertConfig, BertForSequenceClassification

SEED = 0
torch.manual_seed(SEED)
sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
config = BertConfig(vocab_size=50, intermediate_size=16, **sizes)
config.num_labels, config.problem_type = 3, "multi_label_classification"
model = BertForSequenceClassification(config).eval()
tokens = torch.randint(50, (4, 6))
rows = [[1, 0, 1], [0, 0, 0], [0, 1, 1], [1, 1, 1]]


def broken():
    labels = torch.tensor(rows)
    return model(tokens, labels=labels).loss.detach()


def fixed():
    labels = torch.tensor(rows, dtype=torch.float32)
    return model(tokens, labels=labels).loss.detach()


def check(loss):
    """The loss is the mean of twelve yes-or-no decisions."""
    p = model(tokens).logits.sigmoid().detach()
    right = [p[i][k] if rows[i][k] else 1 - p[i][k] for i in range(4) for k in range(3)]
    torch.testing.assert_close(loss, -torch.stack(right).log().mean())
