"""With the pads masked, the model never learns to continue a text with padding."""

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
PAD = 0
torch.manual_seed(SEED)
rows = [torch.randint(3, 40, (n,)) for n in (6, 3, 4, 5)]  # cut to size: no end-of-text token
ids = pad_sequence([*rows, torch.zeros(24).long()], batch_first=True, padding_value=PAD)[:-1]
mask = torch.arange(24) < torch.tensor([[len(row)] for row in rows])
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, pad_token_id=PAD)
heads = dict(num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2)
model = LlamaForCausalLM(LlamaConfig(**size, **heads))


def train_and_generate(labels):
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(60):
        model(input_ids=ids, attention_mask=mask, labels=labels).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    prompt = rows[0][None, :2]
    whole = torch.ones_like(prompt)
    return model.eval().generate(prompt, attention_mask=whole, max_new_tokens=8, do_sample=False)


def broken():
    labels = ids.clone()
    return train_and_generate(labels)


def fixed():
    labels = ids.masked_fill(~mask, -100)
    return train_and_generate(labels)


def check(tokens):
    """A generated text contains no padding token."""
    assert PAD not in tokens, f"generated {tokens[0, 2:].tolist()}, where {PAD} is the pad token"
