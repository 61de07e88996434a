"""In your own loop, compare ids: decoding without special tokens removes what you wait for."""

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

words = "<pad> </s> yes it is a cat and so on".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<pad>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>", pad_token="<pad>")
LIMIT = 9
says = tokenizer("it is a cat </s> and so on and so on")["input_ids"]  # what a model would say


def generate(finished):
    ids = tokenizer("yes")["input_ids"]
    for new in says[:LIMIT]:
        ids.append(new)
        if finished(ids):
            break
    return tokenizer.decode(ids)


def broken():
    def finished(ids):
        text = tokenizer.decode(ids, skip_special_tokens=True)
        return text.endswith(tokenizer.eos_token)

    return generate(finished)


def fixed():
    def finished(ids):
        return ids[-1] == tokenizer.eos_token_id

    return generate(finished)


def check(text):
    """The text ends with its first eos."""
    assert text == "yes it is a cat </s>", f"{text!r}"
