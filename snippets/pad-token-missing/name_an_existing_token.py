"""Where the tokenizer has no eos token either, name a token that its vocabulary holds."""

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

words = "<|endoftext|> <|extra_0|> the cat sat on a mat".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend)  # declares no special token
texts = ["the cat sat on a mat", "the cat"]


def broken():
    tokenizer.pad_token = tokenizer.eos_token
    return tokenizer(texts, padding=True)["input_ids"]


def fixed():
    tokenizer.pad_token = "<|extra_0|>"
    return tokenizer(texts, padding=True)["input_ids"]


def mistake_set_the_id():
    tokenizer.pad_token_id = tokenizer.eos_token_id
    return tokenizer(texts, padding=True)["input_ids"]


def check(rows):
    """The texts keep their tokens, and what fills the short row is in the vocabulary."""
    width = len(texts[0].split())
    for text, row in zip(texts, rows):
        own = [words.index(word) for word in text.split()]
        assert row[: len(own)] == own and len(row) == width, f"row {row}"
        assert all(0 <= i < len(words) for i in row), f"row {row} of {len(words)} words"
