"""Give the prompt and the completion as two columns; in one text nothing says where it ends."""

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
tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, pad_token="<pad>", eos_token="</s>")
tokenizer.chat_template = (
    "{% for m in messages %}{% if m.role == 'user' %}<user> {{ m.content }} "
    "{% else %}<bot> {{ m.content }} </s> {% endif %}{% endfor %}"
)


def trained_on(sample, **options):
    """Return the text that the loss of the first sample is computed on."""
    args = SFTConfig("out", use_cpu=True, bf16=False, report_to=[], **options)
    data = datasets.Dataset.from_list([sample] * 2)
    trainer = SFTTrainer(model, args, train_dataset=data, processing_class=tokenizer)
    labels = torch.tensor(trainer.train_dataset[0]["labels"])
    return tokenizer.decode(labels[labels != -100])


def broken():
    sample = {"text": "<user> what is the sky <bot> the sky is blue </s>"}
    return trained_on(sample, completion_only_loss=True)


def fixed():
    sample = {"prompt": "<user> what is the sky <bot>", "completion": " the sky is blue"}
    return trained_on(sample, completion_only_loss=True)


def mistake_messages_column():
    chat = [
        {"role": "user", "content": "what is the sky"},
        {"role": "assistant", "content": "the sky is blue"},
    ]
    return trained_on({"messages": chat}, completion_only_loss=True)


def check(text):
    """The loss is computed on the reply and its end, and on nothing else."""
    assert text == "the sky is blue </s>", f"the loss is computed on: {text}"
