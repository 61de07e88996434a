"""Markers of a borrowed template have to be tokens of this tokenizer: add them, then resize."""

from tokenizers import Tokenizer, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

backend = Tokenizer(models.BPE())
backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
letters = pre_tokenizers.ByteLevel.alphabet()
trainer = trainers.BpeTrainer(vocab_size=280, initial_alphabet=letters, show_progress=False)
backend.train_from_iterator(["hello world"] * 9, trainer)
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>")
chatml = """{% for m in messages -%}
<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"""
chat = [{"role": "user", "content": "hello world"}]


def broken():
    tokenizer.chat_template = chatml
    ids = tokenizer.apply_chat_template(chat)["input_ids"]
    return tokenizer.convert_ids_to_tokens(ids)


def fixed():
    tokenizer.add_tokens(["<|im_start|>", "<|im_end|>"], special_tokens=True)
    tokenizer.chat_template = chatml
    ids = tokenizer.apply_chat_template(chat)["input_ids"]
    return tokenizer.convert_ids_to_tokens(ids)


def check(tokens):
    """Each marker is one token."""
    for marker in ("<|im_start|>", "<|im_end|>"):
        assert tokens.count(marker) == 1, f"{marker} is no token of {' '.join(tokens)}"
