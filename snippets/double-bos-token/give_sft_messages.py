"""Give SFTTrainer messages: it tokenizes a rendered text with special tokens once more."""

import warnings

import datasets
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
words = "<unk> <s> </s> <|user|> <|assistant|> hello world yes no maybe".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<unk>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
backend.post_processor = processors.TemplateProcessing("<s> $A", special_tokens=[("<s>", 1)])
special = dict(bos_token="<s>", eos_token="</s>", unk_token="<unk>", pad_token="<unk>")
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, **special)
tokenizer.chat_template = """{{ bos_token }}
{%- for m in messages %} <|{{ m.role }}|> {{ m.content }} {{ eos_token }}{% endfor %}
{%- if add_generation_prompt %} <|assistant|>{% endif %}"""
size = dict(vocab_size=len(words), hidden_size=16, intermediate_size=32)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
chat = [{"role": "user", "content": "hello world"}, {"role": "assistant", "content": "yes"}]


def first_row(row):
    arguments = SFTConfig("out", report_to="none", use_cpu=True, bf16=False)
    data = Dataset.from_list([row])
    trainer = SFTTrainer(model, arguments, train_dataset=data, processing_class=tokenizer)
    return next(iter(trainer.get_train_dataloader()))["input_ids"][0].tolist()


def broken():
    row = {"text": tokenizer.apply_chat_template(chat, tokenize=False)}
    return first_row(row)


def fixed():
    row = {"messages": chat}
    return first_row(row)


def mistake_prompt_and_completion_as_text():
    start = tokenizer.apply_chat_template(chat[:1], tokenize=False, add_generation_prompt=True)
    row = {"prompt": start, "completion": " yes </s>"}
    return first_row(row)


def check(ids):
    """The row that is trained on has one bos, at its start."""
    assert ids.count(1) == 1 and ids[0] == 1, f"{ids.count(1)} bos tokens in {ids}"
