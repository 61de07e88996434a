"""Save the model with its head; the encoder alone comes back under a fresh one."""

import torch
from transformers import BertConfig, BertForSequenceClassification

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
model = BertForSequenceClassification(config).eval()
torch.nn.init.normal_(model.classifier.weight)  # stands for a head that was trained
tokens = torch.arange(24)[:, None]


def logits(any_model):
    with torch.no_grad():
        return any_model(tokens).logits


def broken():
    model.base_model.save_pretrained("saved")
    return logits(BertForSequenceClassification.from_pretrained("saved", num_labels=3))


def fixed():
    model.save_pretrained("saved")
    return logits(BertForSequenceClassification.from_pretrained("saved", num_labels=3))


def check(loaded):
    """A model answers after loading as it did when it was saved."""
    off = (loaded - logits(model)).abs().max().item()
    size = loaded.abs().max().item()
    assert off < 1e-5, f"logits differ by up to {off:.2f}; the loaded ones are below {size:.2f}"
