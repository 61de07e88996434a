"""TRL renders conversations and leaves strings alone: give it roles, if you serve with a template."""

import warnings

import datasets
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
words = "<pad> </s> <|user|> <|assistant|> hello world yes".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<pad>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>", pad_token="<pad>")
tokenizer.chat_template = """{% for m in messages -%}
<|{{ m.role }}|> {{ m.content }} {{ eos_token }} {% endfor -%}
{%- if add_generation_prompt -%}<|assistant|> {% endif %}"""
size = dict(vocab_size=7, hidden_size=16, intermediate_size=16, bos_token_id=None, eos_token_id=1)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))


def trained_row(row):
    arguments = SFTConfig("out", report_to="none", use_cpu=True, bf16=False)
    data = Dataset.from_list([row])
    trainer = SFTTrainer(model, arguments, train_dataset=data, processing_class=tokenizer)
    ids = next(iter(trainer.get_train_dataloader()))["input_ids"][0]
    return [words[i] for i in ids.tolist()]


def broken():
    prompt = "hello world"
    completion = " yes"
    return trained_row({"prompt": prompt, "completion": completion})


def fixed():
    prompt = [{"role": "user", "content": "hello world"}]
    completion = [{"role": "assistant", "content": "yes"}]
    return trained_row({"prompt": prompt, "completion": completion})


def check(row):
    """The row begins with what the chat template sends at inference."""
    chat = [{"role": "user", "content": "hello world"}]
    prompt = tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True)
    start = row[: len(prompt.split())]
    assert start == prompt.split(), f"trained on {' '.join(row)!r}, asked {prompt.strip()!r}"
