"""Resume from the newest checkpoint with a trainer_state.json, which the Trainer writes last."""

import multiprocessing
import os
import resource
import signal

import torch
from transformers import PrinterCallback, Trainer, TrainerCallback, TrainingArguments
from transformers.trainer_utils import sort_checkpoints


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(64, 64)

    def forward(self, x, labels):
        return {"loss": (self.linear(x) - labels).square().mean()}


class Steps(TrainerCallback):
    def on_train_begin(self, args, state, control, **kwargs):
        self.first = state.global_step


class KillWhileSavingStep2(TrainerCallback):
    """Simulate the kill: a file that reaches 20 kB, as optimizer.pt does, ends the process."""

    def on_step_end(self, args, state, control, **kwargs):
        if state.global_step == 2:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)


def trainer(callback):
    quiet = {"report_to": [], "disable_tqdm": True, "logging_strategy": "no", "use_cpu": True}
    args = TrainingArguments("out", max_steps=3, save_steps=1, **quiet)
    data = [{"x": torch.ones(64), "labels": torch.zeros(64)}] * 8
    made = Trainer(Model(), args, train_dataset=data, callbacks=[callback])
    made.remove_callback(PrinterCallback)
    return made


def first_run():
    run = multiprocessing.get_context("fork").Process(target=trainer(KillWhileSavingStep2()).train)
    run.start()
    run.join()
    print("first run ended with", signal.Signals(-run.exitcode).name)


def broken():
    first_run()
    steps = Steps()
    run = trainer(steps)
    run.train(resume_from_checkpoint=True)
    return steps.first, run.state.global_step


def fixed():
    first_run()
    steps = Steps()
    run = trainer(steps)
    complete = [c for c in sort_checkpoints("out") if os.path.exists(f"{c}/trainer_state.json")]
    run.train(resume_from_checkpoint=complete[-1])
    return steps.first, run.state.global_step


def check(result):
    """The second run takes up the checkpoint of step 1 and ends at step 3."""
    assert result == (1, 3), f"the second run went from step {result[0]} to step {result[1]}"
