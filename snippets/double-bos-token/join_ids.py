"""Ids of two texts that are joined need special tokens in the first one only."""

from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

words = "<unk> <s> </s> <|user|> <|assistant|> hello world yes no maybe".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<unk>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
backend.post_processor = processors.TemplateProcessing("<s> $A", special_tokens=[("<s>", 1)])
special = dict(bos_token="<s>", eos_token="</s>", unk_token="<unk>", pad_token="<unk>")
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, **special)
tokenizer.chat_template = """{{ bos_token }}
{%- for m in messages %} <|{{ m.role }}|> {{ m.content }} {{ eos_token }}{% endfor %}
{%- if add_generation_prompt %} <|assistant|>{% endif %}"""
prompt, answer = "hello world", "yes maybe"


def broken():
    start = tokenizer(prompt)["input_ids"]
    end = tokenizer(answer)["input_ids"]
    return start + end


def fixed():
    start = tokenizer(prompt)["input_ids"]
    end = tokenizer(answer, add_special_tokens=False)["input_ids"]
    return start + end


def check(ids):
    """The two parts have the ids of the whole text."""
    whole = tokenizer(f"{prompt} {answer}")["input_ids"]
    assert ids == whole, f"joined {ids}, tokenized as one {whole}"
