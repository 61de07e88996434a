"""Use the name that the argument has now: evaluation_strategy became eval_strategy."""

from transformers import TrainingArguments


def broken():
    arguments = TrainingArguments("out", evaluation_strategy="epoch", report_to="none")
    return str(arguments.eval_strategy.value)


def fixed():
    arguments = TrainingArguments("out", eval_strategy="epoch", report_to="none")
    return str(arguments.eval_strategy.value)


def check(strategy):
    """The run evaluates after each epoch."""
    assert strategy == "epoch", f"evaluation strategy {strategy}"
