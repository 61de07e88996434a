"""Give a transformers causal model labels equal to input_ids: it shifts them itself."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
ids = torch.tensor([[5, 6, 7, 8, 9, 10, 11, 12]])


def continuation(labels):
    """Train on the one row with these labels, then continue from its first token."""
    torch.manual_seed(SEED)
    size = dict(vocab_size=16, hidden_size=32, intermediate_size=64)
    heads = dict(num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=2)
    model = LlamaForCausalLM(LlamaConfig(**size, **heads, eos_token_id=None, bos_token_id=None))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(30):
        loss = model(input_ids=ids, labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    mask = torch.ones(1, 1).long()
    out = model.generate(ids[:, :1], attention_mask=mask, max_length=4, do_sample=False)
    return {"loss": round(loss.item(), 3), "continuation": out[0].tolist()}


def broken():
    labels = torch.full_like(ids, -100)
    labels[:, :-1] = ids[:, 1:]
    return continuation(labels)


def fixed():
    labels = ids.clone()
    return continuation(labels)


def mistake_shift_right():
    labels = torch.full_like(ids, -100)
    labels[:, 1:] = ids[:, :-1]
    return continuation(labels)


def check(seen):
    """The model continues the start of its one training row as the row goes on."""
    row, out = ids[0, :4].tolist(), seen["continuation"]
    assert out == row, f"the row begins {row}, the model says {out} at a loss of {seen['loss']:.3f}"
