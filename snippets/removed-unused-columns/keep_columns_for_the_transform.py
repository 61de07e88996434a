"""Keep the columns that an on-the-fly transform reads: it runs after they were removed."""

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
options = {
    "max_steps": 1,
    "use_cpu": True,
    "report_to": [],
    "disable_tqdm": True,
    "save_strategy": "no",
}
seen = []


def transform(batch):
    seen.extend(batch["image"])
    return {"input_ids": [[pixel] for pixel in batch["image"]], "labels": batch["label"]}


rows = Dataset.from_dict({"image": list(range(8)), "label": [1, 0] * 4}).with_transform(transform)


def train(args):
    trainer = Trainer(model, args, train_dataset=rows)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return sorted(seen)


def broken():
    args = TrainingArguments("out", **options)
    return train(args)


def fixed():
    args = TrainingArguments("out", remove_unused_columns=False, **options)
    return train(args)


def check(images):
    """The transform gets every image."""
    assert images == list(range(8)), f"got {images}"
