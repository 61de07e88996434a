"""Let the generation batch hold whole groups: devices x batch x accumulation is a multiple of G."""

import warnings

from trl import GRPOConfig

warnings.simplefilter("ignore", FutureWarning)
common = dict(output_dir="out", use_cpu=True, bf16=False, report_to=[])


def shape(args):
    """Return how many completions are generated at once, and how many of them for each prompt."""
    return args.generation_batch_size, args.num_generations


def broken():
    args = GRPOConfig(
        per_device_train_batch_size=1,
        gradient_accumulation_steps=4,
        num_generations=8,
        **common,
    )
    return shape(args)


def fixed():
    args = GRPOConfig(
        per_device_train_batch_size=1,
        gradient_accumulation_steps=16,
        num_generations=8,
        **common,
    )
    return shape(args)


def mistake_larger_batch():
    args = GRPOConfig(
        per_device_train_batch_size=3,
        gradient_accumulation_steps=4,
        num_generations=8,
        **common,
    )
    return shape(args)


def mistake_larger_generation_batch():
    args = GRPOConfig(
        per_device_train_batch_size=1,
        gradient_accumulation_steps=4,
        num_generations=8,
        generation_batch_size=12,
        **common,
    )
    return shape(args)


def check(numbers):
    """Each prompt of a batch has all of its completions in it."""
    completions, group = numbers
    assert completions % group == 0, f"{completions} completions in groups of {group}"
