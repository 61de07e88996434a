"""Join the rows instead of padding them, with position ids that start again and no cache."""

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import DataCollatorWithFlattening, LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, initializer_range=0.3)
heads = dict(num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2)
model = LlamaForCausalLM(LlamaConfig(**size, **heads)).eval()
rows = [torch.randint(3, 40, (n,)) for n in (9, 3, 5)]


def broken():
    ids = pad_sequence(rows, batch_first=True)
    batch = {"input_ids": ids, "labels": ids.clone()}
    return model(**batch, use_cache=False).loss.detach()


def fixed():
    collate = DataCollatorWithFlattening()
    batch = collate([{"input_ids": row} for row in rows])
    return model(**batch, use_cache=False).loss.detach()


def mistake_with_the_cache():
    collate = DataCollatorWithFlattening()
    batch = collate([{"input_ids": row} for row in rows])
    return model(**batch).loss.detach()


def mistake_without_position_ids():
    collate = DataCollatorWithFlattening(return_position_ids=False)
    batch = collate([{"input_ids": row} for row in rows])
    return model(**batch, use_cache=False).loss.detach()


def check(loss):
    """The loss of the batch is the mean over the tokens of the rows one by one."""
    with torch.no_grad():
        sums = [model(input_ids=r[None], labels=r[None]).loss * (len(r) - 1) for r in rows]
    expected = sum(sums) / sum(len(row) - 1 for row in rows)
    assert abs(loss - expected) < 1e-4, f"batch loss {loss:.4f}, one by one {expected:.4f}"
