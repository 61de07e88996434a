"""A template that writes bos is tokenized without special tokens, plain text with them."""

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
chat = [{"role": "user", "content": "hello world"}]
rendered = tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True)


def broken():
    prompt = tokenizer(rendered)["input_ids"]
    plain = tokenizer("hello world")["input_ids"]
    return {"chat": prompt, "plain text": plain}


def fixed():
    prompt = tokenizer(rendered, add_special_tokens=False)["input_ids"]
    plain = tokenizer("hello world")["input_ids"]
    return {"chat": prompt, "plain text": plain}


def mistake_never_add_any():
    prompt = tokenizer(rendered, add_special_tokens=False)["input_ids"]
    plain = tokenizer("hello world", add_special_tokens=False)["input_ids"]
    return {"chat": prompt, "plain text": plain}


def mistake_strip_the_text():
    prompt = tokenizer(rendered.strip())["input_ids"]
    plain = tokenizer("hello world".strip())["input_ids"]
    return {"chat": prompt, "plain text": plain}


def check(seen):
    """Every input begins with one bos and holds no other."""
    counts = {name: ids.count(1) for name, ids in seen.items()}
    first = all(ids[0] == 1 for ids in seen.values())
    assert first and set(counts.values()) == {1}, f"bos tokens: {counts}"
