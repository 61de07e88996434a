"""Shuffle a stream yourself before Trainer: it shuffles map-style data only."""

import torch
from datasets import Dataset
from transformers import PrinterCallback, Trainer, TrainingArguments

SEED = 0
rows = Dataset.from_dict({"x": list(range(64))})  # sorted by x
args = TrainingArguments(
    "out",
    per_device_train_batch_size=8,
    max_steps=8,
    seed=SEED,
    use_cpu=True,
    report_to=[],
    disable_tqdm=True,
    save_strategy="no",
)


class Recorder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight, self.means = torch.nn.Parameter(torch.zeros(1)), []

    def forward(self, x):
        self.means.append(x.float().mean().item())
        return {"loss": self.weight.sum()}


def batch_means(dataset):
    model = Recorder()
    trainer = Trainer(model, args, train_dataset=dataset)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return model.means


def broken():
    stream = rows.to_iterable_dataset()
    return batch_means(stream)


def fixed():
    stream = rows.to_iterable_dataset().shuffle(seed=SEED, buffer_size=64)
    return batch_means(stream)


def mistake_sampling_strategy():
    args.train_sampling_strategy = "random"
    stream = rows.to_iterable_dataset()
    return batch_means(stream)


def check(means):
    """Every batch of 8 from 0 to 63 has a mean near 31.5, within four standard errors."""
    off = max(abs(mean - 31.5) for mean in means)
    assert off < 27, f"batch means {[round(mean) for mean in means]}"
