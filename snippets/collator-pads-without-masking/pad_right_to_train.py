"""Pad on the right to train: on the left, the last pad is graded on the first real token."""

import torch
from tokenizers import Tokenizer, models
from transformers import (
    DataCollatorForLanguageModeling,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
)

SEED = 0
torch.manual_seed(SEED)
words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="w0")
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, initializer_range=0.3)
heads = dict(num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2)
model = LlamaForCausalLM(LlamaConfig(**size, **heads)).eval()
rows = [torch.randint(3, 40, (n,)).tolist() for n in (9, 3, 5)]


def broken():
    tokenizer.padding_side = "left"
    collate = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    return model(**collate([{"input_ids": row} for row in rows])).loss.detach()


def fixed():
    tokenizer.padding_side = "right"
    collate = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    return model(**collate([{"input_ids": row} for row in rows])).loss.detach()


def mistake_position_ids():
    tokenizer.padding_side = "left"
    collate = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    batch = collate([{"input_ids": row} for row in rows])
    positions = (batch["attention_mask"].cumsum(1) - 1).clamp(min=0)
    return model(**batch, position_ids=positions).loss.detach()


def check(loss):
    """The loss of the padded batch is the mean over the tokens of the rows without padding."""
    alone = [torch.tensor([row]) for row in rows]
    with torch.no_grad():
        sums = [model(input_ids=r, labels=r).loss * (r.numel() - 1) for r in alone]
    expected = sum(sums) / sum(r.numel() - 1 for r in alone)
    assert abs(loss - expected) < 1e-4, f"batch loss {loss:.4f}, without padding {expected:.4f}"
