"""Ask from_pretrained what was missing, and refuse to serve a model with a fresh head."""

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
)
BertModel(config).save_pretrained("base")
BertForSequenceClassification(config).save_pretrained("fine-tuned")


def accepted(load):
    """Return which of the two folders the loader hands to the service."""
    served = []
    for folder in ["base", "fine-tuned"]:
        try:
            load(folder)
            served.append(folder)
        except ValueError as error:
            print(error)
    return served


def broken():
    def load(folder):
        return BertForSequenceClassification.from_pretrained(folder)

    return accepted(load)


def fixed():
    def load(folder):
        model, info = BertForSequenceClassification.from_pretrained(
            folder, output_loading_info=True
        )
        if info["missing_keys"]:
            raise ValueError(f"{folder} has no {sorted(info['missing_keys'])}")
        return model

    return accepted(load)


def mistake_catch_warnings():
    import warnings

    def load(folder):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return BertForSequenceClassification.from_pretrained(folder)

    return accepted(load)


def check(served):
    """Only a checkpoint that has a head is served."""
    assert served == ["fine-tuned"], f"served: {', '.join(served)}"
