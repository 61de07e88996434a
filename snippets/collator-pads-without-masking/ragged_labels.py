"""Rows that bring their own labels need a collator that pads labels, with -100."""

from tokenizers import Tokenizer, models
from transformers import DataCollatorForSeq2Seq, DataCollatorWithPadding, PreTrainedTokenizerFast

words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="w0")
rows = [
    {"input_ids": [5, 6, 7, 8, 2], "labels": [-100, -100, 7, 8, 2]},
    {"input_ids": [9, 10, 2], "labels": [-100, 10, 2]},
]


def broken():
    collate = DataCollatorWithPadding(tokenizer)
    return collate(rows)["labels"]


def fixed():
    collate = DataCollatorForSeq2Seq(tokenizer)
    return collate(rows)["labels"]


def check(labels):
    """Each row keeps its own labels, and what is added to them is ignored by the loss."""
    for row, padded in zip(rows, labels.tolist()):
        own = row["labels"]
        assert padded[: len(own)] == own and set(padded[len(own) :]) <= {-100}, f"labels {padded}"
