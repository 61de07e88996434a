"""Let Trainer save the optimizer too, if the checkpoint is there to resume from."""

import torch
from transformers import PrinterCallback, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(64, 4)
rows = [{"x": x, "labels": x.sum()} for x in inputs]


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 1)

    def forward(self, x, labels):
        return {"loss": ((self.linear(x)[:, 0] - labels) ** 2).mean()}


def run(resume=None, **options):
    """Train to step 8, saving at step 4, and return the weights."""
    torch.manual_seed(SEED)
    args = {"max_steps": 8, "save_steps": 4, "learning_rate": 0.1, "use_cpu": True, "seed": SEED}
    quiet = {"report_to": [], "disable_tqdm": True, "logging_strategy": "no"}
    trainer = Trainer(Model(), TrainingArguments("out", **args, **quiet, **options), None, rows)
    trainer.remove_callback(PrinterCallback)
    trainer.train(resume_from_checkpoint=resume)
    return trainer.model.linear.weight.detach().clone()


def broken():
    straight = run(save_only_model=True)
    return straight, run(resume="out/checkpoint-4")


def fixed():
    straight = run(save_only_model=False)
    return straight, run(resume="out/checkpoint-4")


def check(weights):
    """The resumed run ends with the weights of the straight one."""
    straight, resumed = weights
    off = (resumed - straight).abs().max().item()
    assert off < 1e-6, f"the weights differ by up to {off:.3f}"
