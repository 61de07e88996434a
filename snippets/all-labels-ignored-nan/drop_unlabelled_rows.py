"""Drop the rows without a label before training: Trainer logs their nan as 0."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM, PrinterCallback, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
size = dict(vocab_size=32, hidden_size=16, intermediate_size=32)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
ids = torch.randint(3, 32, (8, 10))
labels = ids.clone()
labels[::2] = -100  # every other row has a prompt only
rows = [{"input_ids": i, "labels": y} for i, y in zip(ids, labels)]
options = dict(max_steps=8, logging_steps=1, per_device_train_batch_size=1, report_to=[])
quiet = dict(save_strategy="no", use_cpu=True, disable_tqdm=True)


def logged_losses(rows, **more):
    args = TrainingArguments("out", **options, **quiet, **more)
    trainer = Trainer(model, args, train_dataset=rows)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return [round(log["loss"], 2) for log in trainer.state.log_history if "loss" in log]


def broken():
    data = rows
    return logged_losses(data)


def fixed():
    data = [row for row in rows if (row["labels"][1:] != -100).any()]
    return logged_losses(data)


def mistake_show_the_nan():
    data = rows
    return logged_losses(data, logging_nan_inf_filter=False)


def check(losses):
    """Each of eight steps of an untrained model has a loss near log 32."""
    near = sum(3 < loss < 4 for loss in losses)
    assert near == 8, f"{near} of 8 steps have a loss near 3.47: {losses}"
