"""Rows that bring labels need the collator that keeps them: DataCollatorForSeq2Seq."""

from tokenizers import Tokenizer, models
from transformers import (
    DataCollatorForLanguageModeling,
    DataCollatorForSeq2Seq,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
)

EOS = 2
words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="w2", pad_token="w2")
size = dict(vocab_size=40, hidden_size=16, intermediate_size=32)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
arguments = TrainingArguments("out", report_to="none", use_cpu=True, disable_tqdm=True)
rows = [
    {"input_ids": [5, 6, 7, 8, EOS], "labels": [-100, -100, 7, 8, EOS]},
    {"input_ids": [9, 10, 11, 12, EOS], "labels": [-100, -100, -100, 12, EOS]},
]


def broken():
    collate = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    trainer = Trainer(model, arguments, collate, eval_dataset=rows)
    return next(iter(trainer.get_eval_dataloader()))["labels"].tolist()


def fixed():
    collate = DataCollatorForSeq2Seq(tokenizer)
    trainer = Trainer(model, arguments, collate, eval_dataset=rows)
    return next(iter(trainer.get_eval_dataloader()))["labels"].tolist()


def check(labels):
    """The batch has the labels of its rows, and -100 after them."""
    for row, padded in zip(rows, labels):
        own = row["labels"]
        assert padded == own + [-100] * (len(padded) - len(own)), f"labels {padded}, of row {own}"
