"""Load the folder that the training wrote: the base model has never had a classifier."""

import torch
from transformers import BertConfig, BertForSequenceClassification, BertModel

SEED = 0
torch.manual_seed(SEED)
config = BertConfig(
    vocab_size=24,
    hidden_size=16,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=16,
    num_labels=3,
)
BertModel(config).save_pretrained("bert-base")
tokens, labels = torch.arange(24)[:, None], torch.arange(24) % 3
trained = BertForSequenceClassification.from_pretrained("bert-base", num_labels=3)
optimizer = torch.optim.Adam(trained.parameters(), 0.02)
for step in range(60):
    trained(tokens, labels=labels).loss.backward()
    optimizer.step()
    optimizer.zero_grad()
trained.save_pretrained("sentiment")


def predictions(model):
    with torch.no_grad():
        return model.eval()(tokens).logits.argmax(1).tolist()


def broken():
    model = BertForSequenceClassification.from_pretrained("bert-base", num_labels=3)
    return predictions(model)


def fixed():
    model = BertForSequenceClassification.from_pretrained("sentiment", num_labels=3)
    return predictions(model)


def mistake_fixed_seed():
    torch.manual_seed(42)
    model = BertForSequenceClassification.from_pretrained("bert-base", num_labels=3)
    return predictions(model)


def mistake_silence_the_report():
    from transformers.utils import logging

    logging.set_verbosity_error()
    model = BertForSequenceClassification.from_pretrained("bert-base", num_labels=3)
    return predictions(model)


def check(predicted):
    """The loaded classifier knows the samples it was trained on."""
    right = sum(a == b for a, b in zip(predicted, labels.tolist(), strict=True))
    assert right == len(predicted), f"{right} of {len(predicted)} training samples are right"
