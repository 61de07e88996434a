"""Let Trainer build the model, after it has set its seed."""

import torch
from transformers import PrinterCallback, Trainer, TrainingArguments

SEED = 0
rows = [{"x": torch.full((4,), float(i))} for i in range(8)]


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.head = torch.nn.Linear(4, 1)  # what from_pretrained calls newly initialized

    def forward(self, x):
        return {"loss": self.head(x).square().mean()}


def same_weights(script):
    """Run the script twice, each time as a new interpreter begins; are the weights equal?"""
    runs = []
    for run in range(2):
        torch.seed()  # from the operating system
        trainer = script()
        trainer.remove_callback(PrinterCallback)
        trainer.train()
        runs.append(trainer.model.head.weight.detach())
    return torch.equal(*runs)


def arguments(**options):
    options |= {"num_train_epochs": 1, "use_cpu": True, "report_to": [], "disable_tqdm": True}
    return TrainingArguments("out", save_strategy="no", seed=SEED, **options)


def broken():
    def script():
        return Trainer(Model(), arguments(), train_dataset=rows)

    return same_weights(script)


def fixed():
    def script():
        return Trainer(model_init=Model, args=arguments(), train_dataset=rows)

    return same_weights(script)


def mistake_data_seed():
    def script():
        return Trainer(Model(), arguments(data_seed=SEED), train_dataset=rows)

    return same_weights(script)


def mistake_full_determinism():
    def script():
        return Trainer(Model(), arguments(full_determinism=True), train_dataset=rows)

    return same_weights(script)


def check(equal):
    """Two runs with one TrainingArguments.seed end with the same weights."""
    assert equal, "the same seed in TrainingArguments, other weights in the second run"
