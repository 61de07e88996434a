"""Vision models get no input hook from transformers: choose the non-reentrant variant for them."""

import torch
from transformers import ViTConfig, ViTForImageClassification

SEED = 0
torch.manual_seed(SEED)
config = ViTConfig(
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_hidden_layers=2,
    image_size=16,
    patch_size=8,
    hidden_dropout_prob=0.0,
)
images, labels = torch.randn(2, 3, 16, 16), torch.tensor([0, 1])


def without_gradient(**options):
    model = ViTForImageClassification(config).train()
    model.vit.embeddings.requires_grad_(False)
    model.activation_checkpointing_enable(**options)
    model(pixel_values=images, labels=labels).loss.backward()
    trained = [(name, p.grad) for name, p in model.named_parameters() if p.requires_grad]
    return {"trainable": len(trained), "without": [name for name, g in trained if g is None]}


def broken():
    return without_gradient(activation_checkpointing_kwargs={"use_reentrant": True})


def fixed():
    return without_gradient(activation_checkpointing_kwargs={"use_reentrant": False})


def check(result):
    """Every trainable parameter gets a gradient."""
    without = result["without"]
    assert not without, f"{len(without)} of {result['trainable']} have none, first {without[0]}"
