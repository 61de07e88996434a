"""Where pad has to stay eos, mask the labels by the attention mask and not by the id."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="w2", pad_token="w2")
texts = ["w5 w6 w7 w8 w2", "w9 w10 w2 w11 w2", "w12 w13 w2"]


def broken():
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    return batch["input_ids"].masked_fill(batch["input_ids"] == tokenizer.pad_token_id, -100)


def fixed():
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    return batch["input_ids"].masked_fill(batch["attention_mask"] == 0, -100)


def mistake_keep_the_last_column():
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    is_pad = batch["input_ids"] == tokenizer.pad_token_id
    is_pad[:, -1] = False
    return batch["input_ids"].masked_fill(is_pad, -100)


def check(labels):
    """Each token of a text is its own label, and the rest is ignored."""
    for text, row in zip(texts, labels.tolist()):
        ids = torch.tensor([int(word[1:]) for word in text.split()]).tolist()
        expected = ids + [-100] * (len(row) - len(ids))
        assert row == expected, f"labels of {text!r} are {row}"
