"""Leave the padding of targets to DataCollatorForSeq2Seq: it adds -100, it does not repair."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    DataCollatorForSeq2Seq,
    PreTrainedTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
)

SEED = 0
torch.manual_seed(SEED)
words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
words.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="w0")
size = dict(vocab_size=40, d_model=32, d_kv=16, d_ff=64, num_layers=1, num_heads=2)
model = T5ForConditionalGeneration(T5Config(**size, decoder_start_token_id=0)).eval()
pairs = [("w5 w6 w7 w8", "w9 w10 w11"), ("w12", "w13"), ("w14 w15", "w16 w17")]
collate = DataCollatorForSeq2Seq(tokenizer, model=model)


def broken():
    rows = [tokenizer(source, truncation=True, max_length=8) for source, _ in pairs]
    for row, (_, target) in zip(rows, pairs):
        row["labels"] = tokenizer(
            text_target=target, truncation=True, max_length=8, padding="max_length"
        )["input_ids"]
    return model(**collate(rows)).loss.detach()


def fixed():
    rows = [tokenizer(source, truncation=True, max_length=8) for source, _ in pairs]
    for row, (_, target) in zip(rows, pairs):
        row["labels"] = tokenizer(text_target=target, truncation=True, max_length=8)["input_ids"]
    return model(**collate(rows)).loss.detach()


def check(loss):
    """The loss of the batch is the mean over the tokens of the targets without padding."""
    total = count = 0
    for source, target in pairs:
        inputs, labels = (tokenizer(t, return_tensors="pt").input_ids for t in (source, target))
        total += model(input_ids=inputs, labels=labels).loss.item() * labels.numel()
        count += labels.numel()
    expected = total / count
    assert abs(loss - expected) < 1e-4, f"batch loss {loss:.4f}, without padding {expected:.4f}"
