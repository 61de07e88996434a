"""Give padding a token of its own: the collator drops every label that equals the pad id."""

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import DataCollatorForLanguageModeling, PreTrainedTokenizerFast

words = "! wow yes no so great".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "!"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<eos>")
tokenizer.model_input_names = ["input_ids", "attention_mask"]
texts = ["wow !", "so great ! yes ! no"]


def graded():
    rows = [tokenizer(text) for text in texts]
    batch = DataCollatorForLanguageModeling(tokenizer, mlm=False)(rows)
    return [tokenizer.decode(row[row != -100]) for row in batch["labels"]]


def broken():
    tokenizer.pad_token_id = 0
    return graded()


def fixed():
    tokenizer.add_special_tokens({"pad_token": "<pad>"})
    return graded()


def check(targets):
    """Every real token is a target of the loss."""
    for text, target in zip(texts, targets, strict=True):
        assert target == text, f"of {text!r} the loss sees {target!r}"
