"""To use a fine-tuned model, leave the number of labels to its own config."""

import torch
from transformers import LlamaConfig, LlamaForSequenceClassification

SEED = 0
torch.manual_seed(SEED)
SMALL = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1}
config = LlamaConfig(vocab_size=20, num_attention_heads=2, num_labels=3, **SMALL)
trained = LlamaForSequenceClassification(config).eval()
trained.score.weight.data *= 50  # a head that has learned something
trained.save_pretrained("fine-tuned")
ids = torch.tensor([[3, 1, 4]])


def broken():
    model = LlamaForSequenceClassification.from_pretrained(
        "fine-tuned",
        num_labels=2,
        ignore_mismatched_sizes=True,
    )
    return model(ids).logits


def fixed():
    model = LlamaForSequenceClassification.from_pretrained(
        "fine-tuned",
    )
    return model(ids).logits


def check(logits):
    """The loaded model gives the logits of the trained one."""
    expected = trained(ids).logits
    got, right = logits.tolist()[0], expected.tolist()[0]
    shown = [f"{x:.2f}" for x in got], [f"{x:.2f}" for x in right]
    assert logits.shape == expected.shape, f"logits {shown[0]}, trained {shown[1]}"
    torch.testing.assert_close(logits, expected)
