"""Compare a configuration with the signature and name all unknown arguments at once."""

import inspect

from transformers import TrainingArguments

settings = {
    "output_dir": "out",
    "evaluation_strategy": "epoch",
    "no_cuda": True,
    "overwrite_output_dir": True,
    "learning_rate": 2e-5,
}
renamed = {"evaluation_strategy": "eval_strategy", "no_cuda": "use_cpu"}


def broken():
    return TrainingArguments(**settings).learning_rate


def fixed():
    known = inspect.signature(TrainingArguments).parameters
    unknown = [name for name in settings if name not in known]
    print({name: renamed.get(name, "removed") for name in unknown})
    kept = {renamed.get(name, name): value for name, value in settings.items()}
    kept = {name: value for name, value in kept.items() if name in known}
    return TrainingArguments(**kept).learning_rate


def mistake_repair_the_first():
    once = {**settings, "eval_strategy": settings["evaluation_strategy"]}
    del once["evaluation_strategy"]
    return TrainingArguments(**once).learning_rate


def check(rate):
    """The arguments that still exist arrive."""
    assert rate == 2e-5, f"learning rate {rate}"
