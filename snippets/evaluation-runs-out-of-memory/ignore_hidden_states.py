"""Name the outputs that the metric does not read in ignore_keys: Trainer stores every one."""

import numpy as np
import torch
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    PrinterCallback,
    Trainer,
    TrainingArguments,
)

SEED = 0
torch.manual_seed(SEED)
sizes = {"vocab_size": 99, "hidden_size": 64, "intermediate_size": 64}
config = BertConfig(**sizes, num_hidden_layers=4, num_attention_heads=2, output_hidden_states=True)
model = BertForSequenceClassification(config)
rows = [{"input_ids": torch.randint(99, (128,)), "labels": i % 2} for i in range(32)]
args = TrainingArguments("out", report_to=[], use_cpu=True, disable_tqdm=True)


def megabytes(value):
    if isinstance(value, (tuple, list)):
        return sum(map(megabytes, value))
    return np.asarray(value).nbytes / 1e6


def stored_by(evaluate):
    stored = 0

    def metrics(predictions):
        nonlocal stored
        stored = megabytes(predictions.predictions)
        return {}

    trainer = Trainer(model, args, eval_dataset=rows, compute_metrics=metrics)
    trainer.remove_callback(PrinterCallback)
    evaluate(trainer)
    return stored


def broken():
    return stored_by(lambda trainer: trainer.evaluate())


def fixed():
    return stored_by(lambda trainer: trainer.evaluate(ignore_keys=["hidden_states"]))


def check(stored):
    """For 32 rows and two classes Trainer stores 64 numbers."""
    assert stored == 64 * 4 / 1e6, f"{stored:.4f} MB stored for 64 logits"
