"""Give padding a token of its own, so that the collator's -100 falls on padding alone."""

from tokenizers import Tokenizer, models
from transformers import DataCollatorForLanguageModeling, PreTrainedTokenizerFast

EOS = 2
words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, bos_token="w0", eos_token="w2")
rows = [[5, 6, 7, 8, EOS], [9, 10, EOS, 11, EOS]]  # the second holds two turns
short = [12, 13, EOS]


def collate(rows):
    batch = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    return batch([{"input_ids": row} for row in rows])["labels"].tolist()


def broken():
    tokenizer.pad_token = tokenizer.eos_token
    return collate([*rows, short])


def fixed():
    tokenizer.add_special_tokens({"pad_token": "<pad>"})
    return collate([*rows, short])


def mistake_append_a_second_eos():
    tokenizer.pad_token = tokenizer.eos_token
    return collate([[*row, EOS] for row in (*rows, short)])


def mistake_nothing_to_pad():
    tokenizer.pad_token = tokenizer.eos_token
    return collate(rows)


def mistake_pad_left():
    tokenizer.pad_token, tokenizer.padding_side = tokenizer.eos_token, "left"
    return collate([*rows, short])


def check(labels):
    """Each row keeps the label of every one of its eos tokens."""
    kept = [row.count(EOS) for row in labels]
    least = [1, 2, 1][: len(labels)]
    assert all(k >= n for k, n in zip(kept, least)), f"eos labels {kept}, at least {least} wanted"
