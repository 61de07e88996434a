"""With the pads masked, the loss that is logged is the loss of the real tokens."""

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
PAD, EOS, WIDTH, STEPS = 0, 2, 48, 40
torch.manual_seed(SEED)
rows = [torch.tensor([*torch.randint(3, 40, (n,)).tolist(), EOS]) for n in (6, 3, 4, 5)]
ids = pad_sequence([*rows, torch.zeros(WIDTH).long()], batch_first=True, padding_value=PAD)[:-1]
mask = torch.arange(WIDTH) < torch.tensor([[len(row)] for row in rows])


def train(loss_of):
    torch.manual_seed(SEED)
    size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, pad_token_id=PAD)
    heads = dict(num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2)
    model = LlamaForCausalLM(LlamaConfig(**size, **heads))
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    logged = []
    for _ in range(STEPS):
        loss = loss_of(model)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        logged.append(round(loss.item(), 4))
    return logged


def row_by_row(model):
    sums = [model(input_ids=r[None], labels=r[None]).loss * (len(r) - 1) for r in rows]
    return sum(sums) / sum(len(row) - 1 for row in rows)


def broken():
    labels = ids.clone()
    return train(lambda model: model(input_ids=ids, attention_mask=mask, labels=labels).loss)


def fixed():
    labels = ids.masked_fill(~mask, -100)
    return train(lambda model: model(input_ids=ids, attention_mask=mask, labels=labels).loss)


def check(logged):
    """Training on the padded batch logs the losses of training on the rows one by one."""
    expected = train(row_by_row)
    apart = [i for i in range(STEPS) if abs(logged[i] - expected[i]) > 0.02]
    assert not apart, f"step {STEPS}: logged {logged[-1]:.2f}, without padding {expected[-1]:.2f}"
