"""Replace a token file as a whole; rewriting it in place changes what a running epoch reads."""

import os

import numpy as np

SEED = 0
first, second = np.random.default_rng(SEED).integers(50_000, size=(2, 40_000), dtype=np.uint16)
first.tofile("train.bin")


def broken():
    def preprocess(tokens):
        tokens.tofile("train.bin")

    mapped = np.memmap("train.bin", dtype=np.uint16, mode="r")
    before = mapped[:20_000].copy()
    preprocess(second)
    return np.concatenate([before, mapped[20_000:]])


def fixed():
    def preprocess(tokens):
        tokens.tofile("train.bin.tmp")
        os.replace("train.bin.tmp", "train.bin")

    mapped = np.memmap("train.bin", dtype=np.uint16, mode="r")
    before = mapped[:20_000].copy()
    preprocess(second)
    return np.concatenate([before, mapped[20_000:]])


def check(epoch):
    """One epoch reads one version of the file."""
    changed = int((epoch != first).sum())
    assert changed == 0, f"{changed} of {len(first)} tokens of the epoch changed on the way"
