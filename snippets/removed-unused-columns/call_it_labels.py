"""Call the target column labels: a name that forward does not have is dropped, or swallowed."""

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
rows = Dataset.from_dict({"input_ids": [[1, 2]] * 8, "target": [1, 0] * 4})
options = {
    "max_steps": 1,
    "use_cpu": True,
    "report_to": [],
    "disable_tqdm": True,
    "save_strategy": "no",
}


def train(dataset, **more):
    args = TrainingArguments("out", **options, **more)
    trainer = Trainer(model, args, train_dataset=dataset)
    trainer.remove_callback(PrinterCallback)
    return trainer.train().training_loss


def broken():
    dataset = rows
    return train(dataset)


def fixed():
    dataset = rows.rename_column("target", "labels")
    return train(dataset)


def mistake_keep_all_columns():
    dataset = rows
    return train(dataset, remove_unused_columns=False)


def mistake_label_names():
    dataset = rows
    return train(dataset, label_names=["target"])


def check(loss):
    """One step was trained."""
    assert 0.1 < loss < 2, f"loss {loss:.4f}"
