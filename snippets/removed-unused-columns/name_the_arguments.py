"""Name the arguments of a wrapper's forward: behind **kwargs Trainer finds no column to keep."""

import torch
from datasets import Dataset
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    PrinterCallback,
    Trainer,
    TrainingArguments,
)

torch.manual_seed(0)
sizes = {"vocab_size": 99, "hidden_size": 8, "intermediate_size": 8}
base = BertForSequenceClassification(
    BertConfig(**sizes, num_hidden_layers=1, num_attention_heads=1)
)
rows = Dataset.from_dict({"input_ids": [[1, 2]] * 8, "labels": [1, 0] * 4})
options = {
    "max_steps": 1,
    "use_cpu": True,
    "report_to": [],
    "disable_tqdm": True,
    "save_strategy": "no",
}


class Wrapper(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.model = base


def train(model, dataset):
    trainer = Trainer(model, TrainingArguments("out", **options), train_dataset=dataset)
    trainer.remove_callback(PrinterCallback)
    try:
        return trainer.train().training_loss
    except ValueError as error:
        reason = str(error).partition(":")[0]  # the names behind it come in any order
        print(reason)
        return reason


def broken():
    class Classifier(Wrapper):
        def forward(self, **batch):
            return self.model(**batch)

    return train(Classifier(), rows)


def fixed():
    class Classifier(Wrapper):
        def forward(self, input_ids, labels=None, **batch):
            return self.model(input_ids=input_ids, labels=labels, **batch)

    return train(Classifier(), rows)


def mistake_positional_too():
    class Classifier(Wrapper):
        def forward(self, *args, **batch):
            return self.model(*args, **batch)

    return train(Classifier(), rows)


def check(loss):
    """One step was trained."""
    assert isinstance(loss, float) and 0.1 < loss < 2, f"{loss}"
