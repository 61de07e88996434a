"""Take a collator that pads labels: DataCollatorWithPadding pads what the tokenizer made."""

from tokenizers import Tokenizer, models
from transformers import (
    DataCollatorForLanguageModeling,
    DataCollatorForTokenClassification,
    DataCollatorWithPadding,
    PreTrainedTokenizerFast,
)

vocabulary = Tokenizer(models.WordLevel({"[PAD]": 0, "[UNK]": 1}, unk_token="[UNK]"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=vocabulary, pad_token="[PAD]")
rows = [
    {"input_ids": [7, 8, 9], "labels": [1, 0, 1]},
    {"input_ids": [5], "labels": [1]},
]


def broken():
    collate = DataCollatorWithPadding(tokenizer)
    return dict(collate(rows))


def fixed():
    collate = DataCollatorForTokenClassification(tokenizer)
    return dict(collate(rows))


def mistake_truncate():
    short = [{name: ids[:2] for name, ids in row.items()} for row in rows]
    collate = DataCollatorWithPadding(tokenizer, padding=True, max_length=2)
    return dict(collate(short))


def mistake_language_modelling():
    collate = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    return dict(collate(rows))


def check(batch):
    """Labels keep their values, and padding is graded nowhere."""
    labels = batch["labels"].tolist()
    assert labels == [[1, 0, 1], [1, -100, -100]], f"labels {labels}"
