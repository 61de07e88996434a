"""A chat template has to write the end of an answer: nobody adds it to messages."""

import warnings

import datasets
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
words = "<pad> </s> <|user|> <|assistant|> <|im_end|> hello world yes".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<pad>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>", pad_token="<pad>")
size = dict(vocab_size=8, hidden_size=16, intermediate_size=16, bos_token_id=None, eos_token_id=1)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
chat = [{"role": "user", "content": "hello world"}, {"role": "assistant", "content": "yes"}]


def graded_end(template):
    tokenizer.chat_template = template
    arguments = SFTConfig("out", report_to="none", use_cpu=True, bf16=False)
    data = Dataset.from_list([{"messages": chat}])
    trainer = SFTTrainer(model, arguments, train_dataset=data, processing_class=tokenizer)
    labels = next(iter(trainer.get_train_dataloader()))["labels"][0].tolist()
    return words[labels[-1]]


def broken():
    template = """{% for m in messages -%}
    <|{{ m.role }}|> {{ m.content }}
    {%- endfor %}"""
    return graded_end(template)


def fixed():
    template = """{% for m in messages -%}
    <|{{ m.role }}|> {{ m.content }} {{ eos_token }}
    {%- endfor %}"""
    return graded_end(template)


def mistake_end_of_the_user_only():
    template = """{% for m in messages -%}
    <|{{ m.role }}|> {{ m.content }}{% if m.role == "user" %} {{ eos_token }}{% endif %}
    {%- endfor %}"""
    return graded_end(template)


def check(end):
    """The last token that is graded is the one that ends a generation."""
    assert end == tokenizer.eos_token, f"the last graded token is {end!r}"
