"""Set the label to -100 wherever the attention mask is 0."""

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
PAD = EOS = 2  # as after tokenizer.pad_token = tokenizer.eos_token
torch.manual_seed(SEED)
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, initializer_range=0.3)
heads = dict(num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2)
model = LlamaForCausalLM(LlamaConfig(**size, **heads)).eval()
rows = [torch.tensor([*torch.randint(3, 40, (n,)).tolist(), EOS]) for n in (9, 3, 5)]
ids = pad_sequence(rows, batch_first=True, padding_value=PAD)
mask = pad_sequence([torch.ones_like(row) for row in rows], batch_first=True)


def broken():
    labels = ids.clone()
    return model(input_ids=ids, attention_mask=torch.ones_like(ids), labels=labels).loss.detach()


def fixed():
    labels = ids.masked_fill(mask == 0, -100)
    return model(input_ids=ids, attention_mask=torch.ones_like(ids), labels=labels).loss.detach()


def mistake_only_the_attention_mask():
    labels = ids.clone()
    return model(input_ids=ids, attention_mask=mask, labels=labels).loss.detach()


def mistake_ignore_the_pad_id():
    labels = ids.masked_fill(ids == PAD, -100)
    return model(input_ids=ids, attention_mask=mask, labels=labels).loss.detach()


def check(loss):
    """The loss of the padded batch is the mean over the tokens of the rows without padding."""
    with torch.no_grad():
        sums = [model(input_ids=r[None], labels=r[None]).loss * (len(r) - 1) for r in rows]
    expected = sum(sums) / sum(len(row) - 1 for row in rows)
    assert abs(loss - expected) < 1e-4, f"batch loss {loss:.4f}, without padding {expected:.4f}"
