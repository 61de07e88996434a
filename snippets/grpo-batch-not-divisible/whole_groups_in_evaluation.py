"""Let the evaluation batch hold whole groups too, or evaluate with fewer generations."""

import warnings

from trl import GRPOConfig

warnings.simplefilter("ignore", FutureWarning)
common = dict(output_dir="out", use_cpu=True, bf16=False, report_to=[])


def broken():
    args = GRPOConfig(
        per_device_train_batch_size=6,
        num_generations=6,
        eval_strategy="steps",
        **common,
    )
    return args.per_device_eval_batch_size, args.num_generations_eval or args.num_generations


def fixed():
    args = GRPOConfig(
        per_device_train_batch_size=6,
        num_generations=6,
        per_device_eval_batch_size=12,
        eval_strategy="steps",
        **common,
    )
    return args.per_device_eval_batch_size, args.num_generations_eval or args.num_generations


def mistake_accumulate_in_training():
    args = GRPOConfig(
        per_device_train_batch_size=6,
        num_generations=6,
        gradient_accumulation_steps=8,
        eval_strategy="steps",
        **common,
    )
    return args.per_device_eval_batch_size, args.num_generations_eval or args.num_generations


def check(numbers):
    """Each prompt of an evaluation batch has all of its completions in it."""
    completions, group = numbers
    assert completions % group == 0, f"{completions} completions in groups of {group}"
