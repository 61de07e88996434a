"""Declare a pad token before the first call that pads, whatever the lengths are."""

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

words = "<unk> </s> the cat sat on a mat".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<unk>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>")
texts = ["the cat sat on a mat", "the cat"]


def broken():
    return tokenizer(texts, padding=True)["attention_mask"]


def fixed():
    tokenizer.pad_token = tokenizer.eos_token
    return tokenizer(texts, padding=True)["attention_mask"]


def mistake_texts_of_one_length():
    return tokenizer(["the cat", "a mat"], padding=True)["attention_mask"]


def mistake_truncate():
    options = dict(padding="max_length", truncation=True, max_length=2)
    return tokenizer(texts, **options)["attention_mask"]


def check(mask):
    """The mask marks as many tokens as each text has, and its rows are equally long."""
    marked, lengths = [sum(row) for row in mask], {len(row) for row in mask}
    expected = [len(text.split()) for text in texts]
    assert marked == expected and len(lengths) == 1, (
        f"{marked} tokens marked, texts have {expected}"
    )
