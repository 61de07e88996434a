"""Render training rows and prompts with one template: a newline more is another token."""

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

markers = ["<|user|>", "<|assistant|>", "<|end|>"]
backend = Tokenizer(models.BPE())
backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
backend.decoder = decoders.ByteLevel()
letters = pre_tokenizers.ByteLevel.alphabet()
trainer = trainers.BpeTrainer(
    vocab_size=280, special_tokens=markers, initial_alphabet=letters, show_progress=False
)
backend.train_from_iterator(["what is two and two\nfour\n\n"] * 9, trainer)
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<|end|>")
tokenizer.chat_template = """{% for m in messages -%}
<|{{ m.role }}|>\n{{ m.content }}<|end|>\n{% endfor -%}
{%- if add_generation_prompt -%}<|assistant|>\n{% endif %}"""
question = {"role": "user", "content": "what is two and two"}
answer = {"role": "assistant", "content": "four"}


def broken():
    text = f"<|user|> {question['content']} <|assistant|> {answer['content']}<|end|>"
    return tokenizer(text)["input_ids"]


def fixed():
    text = tokenizer.apply_chat_template([question, answer], tokenize=False)
    return tokenizer(text)["input_ids"]


def mistake_almost_the_template():
    text = f"<|user|>\n{question['content']}<|end|>\n<|assistant|>{answer['content']}<|end|>"
    return tokenizer(text)["input_ids"]


def mistake_no_markers():
    text = f"{question['content']}\n{answer['content']}<|end|>"
    return tokenizer(text)["input_ids"]


def check(row):
    """A training row begins with the prompt that inference sends, and the answer follows."""
    prompt = tokenizer.apply_chat_template([question], add_generation_prompt=True)["input_ids"]
    same = 0
    while same < len(prompt) and row[same : same + 1] == prompt[same : same + 1]:
        same += 1
    assert same == len(prompt), f"{same} of the prompt's {len(prompt)} tokens begin the row"
    assert tokenizer.decode(row[same:]).startswith("four"), "the answer does not follow"
