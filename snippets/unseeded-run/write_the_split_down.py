"""Draw the split once, with a generator of its own, and keep it for every later script."""

import torch
from torch.utils.data import random_split

SEED = 0
samples = list(range(200))


def in_a_new_interpreter(script):
    torch.seed()  # from the operating system
    return script()


def broken():
    def split():
        return random_split(samples, [0.8, 0.2])

    train, _ = in_a_new_interpreter(split)
    _, test = in_a_new_interpreter(split)
    return {"trained on": list(train), "tested on": list(test)}


def fixed():
    def split():
        return random_split(samples, [0.8, 0.2], torch.Generator().manual_seed(SEED))

    train, _ = in_a_new_interpreter(split)
    _, test = in_a_new_interpreter(split)
    return {"trained on": list(train), "tested on": list(test)}


def mistake_fixed_sizes():
    def split():
        return random_split(samples, [160, 40])

    train, _ = in_a_new_interpreter(split)
    _, test = in_a_new_interpreter(split)
    return {"trained on": list(train), "tested on": list(test)}


def check(sets):
    """The test script's test set has no sample that the training script trained on."""
    common = set(sets["trained on"]) & set(sets["tested on"])
    assert not common, "the test set contains samples that were trained on"
