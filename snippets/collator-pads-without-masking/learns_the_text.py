"""With the pads masked, the same number of steps goes into the text instead of the padding."""

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
PAD, EOS, WIDTH, STEPS = 0, 2, 48, 40
torch.manual_seed(SEED)
rows = [torch.tensor([*torch.randint(3, 40, (n,)).tolist(), EOS]) for n in (6, 3, 4, 5)]
ids = pad_sequence([*rows, torch.zeros(WIDTH).long()], batch_first=True, padding_value=PAD)[:-1]
mask = torch.arange(WIDTH) < torch.tensor([[len(row)] for row in rows])


def real_losses(loss_of, rate=3e-3):
    torch.manual_seed(SEED)
    size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, pad_token_id=PAD)
    heads = dict(num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2)
    model = LlamaForCausalLM(LlamaConfig(**size, **heads))
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
    losses = []
    for _ in range(STEPS):
        loss_of(model).backward()
        optimizer.step()
        optimizer.zero_grad()
        with torch.no_grad():
            losses.append(round(row_by_row(model).item(), 4))
    return losses


def row_by_row(model):
    sums = [model(input_ids=r[None], labels=r[None]).loss * (len(r) - 1) for r in rows]
    return sum(sums) / sum(len(row) - 1 for row in rows)


def broken():
    labels = ids.clone()
    return real_losses(lambda model: model(input_ids=ids, attention_mask=mask, labels=labels).loss)


def fixed():
    labels = ids.masked_fill(~mask, -100)
    return real_losses(lambda model: model(input_ids=ids, attention_mask=mask, labels=labels).loss)


def mistake_weigh_the_loss_up():
    labels, share = ids.clone(), mask[:, 1:].sum() / mask[:, 1:].numel()
    return real_losses(
        lambda model: model(input_ids=ids, attention_mask=mask, labels=labels).loss / share
    )


def mistake_tenfold_rate():
    labels = ids.clone()
    return real_losses(
        lambda model: model(input_ids=ids, attention_mask=mask, labels=labels).loss, rate=3e-2
    )


def check(losses):
    """The text is learnt as fast as from the rows without padding."""
    expected = real_losses(row_by_row)[-1]
    assert abs(losses[-1] - expected) < 0.02, (
        f"after {STEPS} steps the text has loss {losses[-1]:.2f}, trained unpadded {expected:.2f}"
    )
