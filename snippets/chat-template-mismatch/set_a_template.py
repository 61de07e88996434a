"""A base model's tokenizer has no template: set the one that you train with, and save it."""

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import AutoTokenizer, PreTrainedTokenizerFast

words = "<pad> </s> <|user|> <|assistant|> hello world yes".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<pad>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>", pad_token="<pad>")
template = """{% for m in messages -%}
<|{{ m.role }}|> {{ m.content }} {{ eos_token }} {% endfor %}"""
chat = [{"role": "user", "content": "hello world"}]


def served():
    tokenizer.save_pretrained("checkpoint")
    return AutoTokenizer.from_pretrained("checkpoint").apply_chat_template(chat, tokenize=False)


def broken():
    return served()


def fixed():
    tokenizer.chat_template = template
    return served()


def check(text):
    """The saved tokenizer renders the conversation."""
    assert text.split() == ["<|user|>", "hello", "world", "</s>"], f"{text!r}"
