"""Raise max_length when no row is left: the sampler then complains about 0 samples."""

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
row = {"prompt": " ".join(f"w{i}" for i in range(10, 20)), "completion": " w30 w31"}
data = Dataset.from_list([row] * 4)
options = dict(report_to="none", use_cpu=True, bf16=False)


def first_labels(arguments):
    trainer = SFTTrainer(model, arguments, train_dataset=data, processing_class=tokenizer)
    return next(iter(trainer.get_train_dataloader()))["labels"].tolist()


def broken():
    arguments = SFTConfig("out", max_length=8, **options)
    return first_labels(arguments)


def fixed():
    arguments = SFTConfig("out", max_length=16, **options)
    return first_labels(arguments)


def check(labels):
    """Every row grades its answer up to the eos."""
    graded = [[i for i in row if i != -100] for row in labels]
    assert graded == [[30, 31, 2]] * 4, f"graded {graded}"
