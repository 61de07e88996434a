"""Hand the pipeline messages, not a rendered string."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, pipeline

SEED = 0
torch.manual_seed(SEED)
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
pipe = pipeline("text-generation", model=model, tokenizer=tokenizer, device="cpu")
options = dict(max_new_tokens=1, do_sample=False, return_tensors=True)
chat = [{"role": "user", "content": "hello world"}]


def broken():
    prompt = tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True)
    return pipe(prompt, **options)[0]["generated_token_ids"][:-1]


def fixed():
    prompt = chat
    return pipe(prompt, **options)[0]["generated_token_ids"][:-1]


def check(ids):
    """The model reads the ids that the template itself tokenizes to."""
    expected = tokenizer.apply_chat_template(chat, add_generation_prompt=True)["input_ids"]
    assert list(ids) == expected, f"the model reads {list(ids)}, the template is {expected}"
