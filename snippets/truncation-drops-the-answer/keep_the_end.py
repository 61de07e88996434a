"""Let SFTTrainer cut at the start: keep_end keeps the answer, the default drops the row."""

import warnings

import datasets
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
words = Tokenizer(models.WordLevel({f"w{i:02}": i for i in range(40)}, unk_token="w01"))
words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="w00", eos_token="w02")
size = dict(vocab_size=40, hidden_size=16, intermediate_size=32)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
long = {"prompt": " ".join(f"w{i}" for i in range(10, 20)), "completion": " w30 w31"}
medium = {"prompt": " ".join(f"w{i}" for i in range(10, 17)), "completion": " w32 w33"}
short = {"prompt": "w10 w11", "completion": " w34"}


def answers(**options):
    """Return what the trainer grades of each row, in the order of the data."""
    arguments = SFTConfig("out", report_to="none", use_cpu=True, bf16=False, **options)
    data = Dataset.from_list([long, medium, short])
    trainer = SFTTrainer(model, arguments, train_dataset=data, processing_class=tokenizer)
    return [[i for i in row if i != -100] for row in trainer.train_dataset["labels"]]


def broken():
    return answers(max_length=8)


def fixed():
    return answers(max_length=8, truncation_mode="keep_end")


def mistake_packing():
    return answers(max_length=8, packing=True)


def check(graded):
    """All three answers are graded, each up to its eos."""
    expected = [[30, 31, 2], [32, 33, 2], [34, 2]]
    assert graded == expected, f"graded {graded}"
