"""Draw the split once, with a generator of its own, and keep it for every later script."""

import torch
from torch.utils.data import random_split

SEED = 0
samples = list(range(200))


def in_a_new_interpreter(script):
    torch.seed()  # from the operating system
    return script()


def trained_and_tested(split):
    """Draw the split in the training script and again in the test script; do they overlap?"""
    train, _ = in_a_new_interpreter(split)
    _, test = in_a_new_interpreter(split)
    return bool(set(train) & set(test))


def broken():
    def split():
        return random_split(samples, [0.8, 0.2])

    return trained_and_tested(split)


def fixed():
    def split():
        return random_split(samples, [0.8, 0.2], torch.Generator().manual_seed(SEED))

    return trained_and_tested(split)


def mistake_fixed_sizes():
    def split():
        return random_split(samples, [160, 40])

    return trained_and_tested(split)


def check(overlap):
    """The test script's test set has no sample that the training script trained on."""
    assert overlap is False, "the test set contains samples that were trained on"
