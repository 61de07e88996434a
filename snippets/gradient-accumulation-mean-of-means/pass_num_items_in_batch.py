"""Pass num_items_in_batch, counted over all micro-batches after the shift of the labels."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(vocab_size=64, hidden_size=16, num_attention_heads=2, num_hidden_layers=1)
model = LlamaForCausalLM(config)
input_ids = torch.randint(3, 64, (2, 12))
labels = input_ids.clone()
labels[1, :10] = -100  # a long prompt with a two-token answer
rows = [{"input_ids": input_ids[i : i + 1], "labels": labels[i : i + 1]} for i in (0, 1)]


def gradient_norm():
    return torch.nn.utils.get_total_norm([p.grad for p in model.parameters()]).item()


def broken():
    for row in rows:
        (model(**row).loss / len(rows)).backward()
    return gradient_norm()


def fixed():
    tokens = sum((row["labels"][:, 1:] != -100).sum() for row in rows)
    for row in rows:
        model(**row, num_items_in_batch=tokens).loss.backward()
    return gradient_norm()


def mistake_count_before_the_shift():
    tokens = sum((row["labels"] != -100).sum() for row in rows)
    for row in rows:
        model(**row, num_items_in_batch=tokens).loss.backward()
    return gradient_norm()


def check(norm):
    """Two micro-batches give the gradient of the batch they were cut from."""
    model.zero_grad()
    model(input_ids=input_ids, labels=labels).loss.backward()
    whole = gradient_norm()
    assert abs(norm - whole) < 1e-3, f"gradient norm {norm:.3f}, whole batch {whole:.3f}"
