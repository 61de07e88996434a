"""Hand the tokenizer to Trainer as processing_class."""

from tokenizers import Tokenizer, models
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
)

words = Tokenizer(models.WordLevel({"[PAD]": 0, "[UNK]": 1}, "[UNK]"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="[PAD]")
config = BertConfig(
    vocab_size=2,
    hidden_size=8,
    num_hidden_layers=1,
    num_attention_heads=1,
    intermediate_size=8,
)
model = BertForSequenceClassification(config)
arguments = TrainingArguments("out", report_to="none")


def broken():
    trainer = Trainer(model, arguments, tokenizer=tokenizer)
    return type(trainer.data_collator).__name__


def fixed():
    trainer = Trainer(model, arguments, processing_class=tokenizer)
    return type(trainer.data_collator).__name__


def mistake_leave_it_out():
    trainer = Trainer(model, arguments, tokenizer=None)
    return type(trainer.data_collator).__name__


def check(collator):
    """Trainer knows the tokenizer, and so pads its batches."""
    assert collator == "DataCollatorWithPadding", f"collator {collator}"
