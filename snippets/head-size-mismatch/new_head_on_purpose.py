"""Say that the head may be new, when it is meant to be."""

import torch
from transformers import LlamaConfig, LlamaForSequenceClassification

SEED = 0
torch.manual_seed(SEED)
SMALL = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1}
config = LlamaConfig(vocab_size=20, num_attention_heads=2, num_labels=3, **SMALL)
LlamaForSequenceClassification(config).save_pretrained("three-classes")
backbone = LlamaForSequenceClassification.from_pretrained("three-classes").model
five = {f"class {i}": i for i in range(5)}
names = {i: name for name, i in five.items()}


def broken():
    model = LlamaForSequenceClassification.from_pretrained(
        "three-classes", label2id=five, id2label=names
    )
    return model.score.weight, model.model.embed_tokens.weight


def fixed():
    model = LlamaForSequenceClassification.from_pretrained(
        "three-classes", label2id=five, id2label=names, ignore_mismatched_sizes=True
    )
    return model.score.weight, model.model.embed_tokens.weight


def check(weights):
    """The head has five rows, and the rest is the checkpoint's."""
    head, embedding = weights
    assert len(head) == 5, f"the head has {len(head)} rows"
    assert torch.equal(embedding, backbone.embed_tokens.weight), "the backbone is another one"
