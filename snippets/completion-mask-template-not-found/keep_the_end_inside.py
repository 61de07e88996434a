"""Put the end-of-turn token inside the generation markers, so that the model learns to stop."""

import warnings

import datasets
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
words = ["<pad>", "</s>", "<unk>", "<user>", "<bot>", *"what is the sky blue".split()]
raw = Tokenizer(models.WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>"))
raw.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
model = LlamaForCausalLM(
    LlamaConfig(
        vocab_size=len(words),
        hidden_size=16,
        intermediate_size=32,
        num_attention_heads=2,
        num_hidden_layers=1,
    )
)
chat = [
    {"role": "user", "content": "what is the sky"},
    {"role": "assistant", "content": "the sky is blue"},
]
chats = datasets.Dataset.from_list([{"messages": chat}] * 2)


def trained_on(template, **options):
    """Return the text that the loss of the first sample is computed on."""
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw, pad_token="<pad>", eos_token="</s>", chat_template=template
    )
    args = SFTConfig("out", use_cpu=True, bf16=False, report_to=[], **options)
    trainer = SFTTrainer(model, args, train_dataset=chats, processing_class=tokenizer)
    labels = torch.tensor(trainer.train_dataset[0]["labels"])
    return tokenizer.decode(labels[labels != -100])


def broken():
    template = (
        "{% for m in messages %}{% if m.role == 'user' %}<user> {{ m.content }} "
        "{% else %}<bot> {% generation %}{{ m.content }}{% endgeneration %} </s> {% endif %}"
        "{% endfor %}"
    )
    return trained_on(template, assistant_only_loss=True)


def fixed():
    template = (
        "{% for m in messages %}{% if m.role == 'user' %}<user> {{ m.content }} "
        "{% else %}<bot> {% generation %}{{ m.content }} </s>{% endgeneration %} {% endif %}"
        "{% endfor %}"
    )
    return trained_on(template, assistant_only_loss=True)


def check(text):
    """The loss is computed on the reply and its end, and on nothing else."""
    assert text == "the sky is blue </s>", f"the loss is computed on: {text}"
