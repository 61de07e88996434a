"""Let SFTTrainer collate by itself: it masks by length, the collator of old recipes by id."""

import warnings

import datasets
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    DataCollatorForLanguageModeling,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
)
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
EOS = 2
words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="w2", pad_token="w2")
size = dict(vocab_size=40, hidden_size=16, intermediate_size=32)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
data = Dataset.from_list([{"text": "w5 w6 w7 w8"}, {"text": "w9 w10 w11 w12"}])
options = dict(report_to="none", use_cpu=True, bf16=False)


def labels(**collator):
    arguments = SFTConfig("out", **options)
    trainer = SFTTrainer(
        model, arguments, train_dataset=data, processing_class=tokenizer, **collator
    )
    return next(iter(trainer.get_train_dataloader()))["labels"].tolist()


def broken():
    return labels(data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False))


def fixed():
    return labels()


def check(labels):
    """Each row keeps the label of its eos."""
    assert all(EOS in row for row in labels), f"labels {sorted(labels)}"
