"""Set remove_unused_columns=False when the collator reads columns that the model does not."""

import torch
from datasets import Dataset
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    PrinterCallback,
    Trainer,
    TrainingArguments,
)

sizes = {"vocab_size": 99, "hidden_size": 8, "intermediate_size": 8}
model = BertForSequenceClassification(
    BertConfig(**sizes, num_hidden_layers=1, num_attention_heads=1)
)
rows = Dataset.from_dict({"text": ["good", "bad film"] * 4, "label": [1, 0] * 4})
options = {
    "max_steps": 1,
    "use_cpu": True,
    "report_to": [],
    "disable_tqdm": True,
    "save_strategy": "no",
}
seen = []


def tokenize_and_batch(examples):
    """Read the text of each example; its characters stand in for tokens."""
    seen.extend(example["text"] for example in examples)
    ids = [torch.tensor([ord(c) % 99 for c in example["text"]]) for example in examples]
    labels = torch.tensor([example["label"] for example in examples])
    return {"input_ids": torch.nn.utils.rnn.pad_sequence(ids, batch_first=True), "labels": labels}


def train(dataset, args):
    trainer = Trainer(model, args, tokenize_and_batch, train_dataset=dataset)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return sorted(seen)


def broken():
    args = TrainingArguments("out", **options)
    return train(rows, args)


def fixed():
    args = TrainingArguments("out", remove_unused_columns=False, **options)
    return train(rows, args)


def mistake_select_the_columns():
    args = TrainingArguments("out", **options)
    return train(rows.with_format("torch", columns=["text", "label"]), args)


def check(texts):
    """The collator gets the text of every example."""
    assert texts == ["bad film"] * 4 + ["good"] * 4, f"got {texts}"
