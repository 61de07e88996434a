"""Keep the columns that a custom loss reads: with .pop(name, None) nobody notices their absence."""

import torch
from datasets import Dataset
from torch.nn.functional import cross_entropy
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    PrinterCallback,
    Trainer,
    TrainingArguments,
)

SEED = 0
torch.manual_seed(SEED)
sizes = {"vocab_size": 99, "hidden_size": 8, "intermediate_size": 8}
config = BertConfig(**sizes, num_hidden_layers=1, num_attention_heads=1, hidden_dropout_prob=0)
config.attention_probs_dropout_prob = 0
model = BertForSequenceClassification(config)
data = {"input_ids": [[5], [7]] * 4, "labels": [1, 0] * 4, "weight": [9.0, 1.0] * 4}
options = {
    "max_steps": 1,
    "use_cpu": True,
    "report_to": [],
    "disable_tqdm": True,
    "save_strategy": "no",
}


def weighted_loss(logits, labels, weight):
    losses = cross_entropy(logits, labels, reduction="none")
    return losses.mean() if weight is None else (losses * weight).sum() / weight.sum()


with torch.no_grad():
    logits = model.eval()(input_ids=torch.tensor(data["input_ids"])).logits
expected = weighted_loss(logits, torch.tensor(data["labels"]), torch.tensor(data["weight"])).item()


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        weight = inputs.pop("weight", None)
        outputs = model(**inputs)
        loss = weighted_loss(outputs.logits, inputs["labels"], weight)
        return (loss, outputs) if return_outputs else loss


def train(args):
    trainer = WeightedTrainer(model, args, train_dataset=Dataset.from_dict(data))
    trainer.remove_callback(PrinterCallback)
    return trainer.train().training_loss


def broken():
    args = TrainingArguments("out", **options)
    return train(args)


def fixed():
    args = TrainingArguments("out", remove_unused_columns=False, **options)
    return train(args)


def check(loss):
    """The loss is the weighted mean that the weights ask for."""
    assert abs(loss - expected) < 1e-5, f"loss {loss:.6f}, weighted by hand {expected:.6f}"
