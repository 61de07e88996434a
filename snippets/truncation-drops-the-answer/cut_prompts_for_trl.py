"""Cut long prompts before SFTTrainer does: it cuts rows at their end, where the answer is."""

import warnings

import datasets
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
MAX_LENGTH = 8
words = Tokenizer(models.WordLevel({f"w{i:02}": i for i in range(40)}, unk_token="w01"))
words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="w00", eos_token="w02")
size = dict(vocab_size=40, hidden_size=16, intermediate_size=32)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
rows = [
    {"prompt": " ".join(f"w{i}" for i in range(10, 20)), "completion": " w30 w31"},
    {"prompt": " ".join(f"w{i}" for i in range(10, 17)), "completion": " w32 w33"},
    {"prompt": "w10 w11", "completion": " w34"},
]


def answers(data, **options):
    """Return what the trainer grades of each row, in the order of the data."""
    arguments = SFTConfig(
        "out", report_to="none", use_cpu=True, bf16=False, max_length=MAX_LENGTH, **options
    )
    trainer = SFTTrainer(model, arguments, train_dataset=data, processing_class=tokenizer)
    return [[i for i in row if i != -100] for row in trainer.train_dataset["labels"]]


def broken():
    data = Dataset.from_list(rows)
    return answers(data)


def fixed():
    def fit(row):
        room = MAX_LENGTH - len(tokenizer(row["completion"])["input_ids"]) - 1
        prompt = tokenizer(row["prompt"])["input_ids"][-room:]
        return {"prompt": tokenizer.decode(prompt)}

    data = Dataset.from_list(rows).map(fit)
    return answers(data)


def mistake_packing():
    data = Dataset.from_list(rows)
    return answers(data, packing=True)


def check(graded):
    """All three answers are graded, each up to its eos."""
    expected = [[30, 31, 2], [32, 33, 2], [34, 2]]
    assert graded == expected, f"graded {graded}"
