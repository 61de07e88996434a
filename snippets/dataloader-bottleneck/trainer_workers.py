"""Set dataloader_num_workers: Trainer's default is 0 as well."""

import time

import torch
from torch.utils.data import Dataset
from transformers import PrinterCallback, Trainer, TrainingArguments


class Texts(Dataset):
    def __len__(self):
        return 24

    def __getitem__(self, index):
        time.sleep(0.005)  # stands for reading and tokenizing one text
        return time.monotonic()


class Slow(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(()))

    def forward(self, finished):
        time.sleep(0.1)
        return {"loss": self.weight * 0}


def fetched_between_steps(**options):
    """Count the batches that were fetched after one step had ended and before the next began."""
    steps, finished = [], []

    def collate(times):
        return {"finished": torch.tensor(max(times), dtype=torch.float64)}

    class Timed(Trainer):
        def training_step(self, model, inputs, *rest):
            finished.append(inputs["finished"].item())
            begin = time.monotonic()
            loss = super().training_step(model, inputs, *rest)
            steps.append((begin, time.monotonic()))
            return loss

    args = {"per_device_train_batch_size": 4, "num_train_epochs": 1, "use_cpu": True}
    args |= {"report_to": [], "disable_tqdm": True, "save_strategy": "no"}
    args = TrainingArguments("out", remove_unused_columns=False, **args, **options)
    trainer = Timed(Slow(), args, collate, train_dataset=Texts())
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return sum(
        end < time < begin for (_, end), (begin, _) in zip(steps, steps[1:]) for time in finished
    )


def broken():
    return fetched_between_steps()


def fixed():
    return fetched_between_steps(dataloader_num_workers=2)


def check(idle):
    """While a batch is fetched, the model is at work on another one."""
    assert idle == 0, f"{idle} of 6 batches were fetched while the model stood still"
