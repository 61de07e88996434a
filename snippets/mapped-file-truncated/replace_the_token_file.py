"""Write the new token file under another name and rename it over the old one."""

import multiprocessing
import os

import numpy as np

np.arange(60_000, dtype=np.uint16).tofile("train.bin")


def in_another_process(preprocess):
    process = multiprocessing.get_context("fork").Process(target=preprocess)
    process.start()
    process.join()


def broken():
    def preprocess():
        np.arange(30_000, dtype=np.uint16).tofile("train.bin")

    tokens = np.memmap("train.bin", dtype=np.uint16, mode="r")
    in_another_process(preprocess)
    return int(tokens[50_000])


def fixed():
    def preprocess():
        np.arange(30_000, dtype=np.uint16).tofile("train.bin.tmp")
        os.replace("train.bin.tmp", "train.bin")

    tokens = np.memmap("train.bin", dtype=np.uint16, mode="r")
    in_another_process(preprocess)
    return int(tokens[50_000])


def mistake_try_except():
    def preprocess():
        np.arange(30_000, dtype=np.uint16).tofile("train.bin")

    tokens = np.memmap("train.bin", dtype=np.uint16, mode="r")
    in_another_process(preprocess)
    try:
        return int(tokens[50_000])
    except BaseException:
        return 0


def mistake_copy_on_write_mode():
    def preprocess():
        np.arange(30_000, dtype=np.uint16).tofile("train.bin")

    tokens = np.memmap("train.bin", dtype=np.uint16, mode="c")
    in_another_process(preprocess)
    return int(tokens[50_000])


def mistake_bounds_check():
    def preprocess():
        np.arange(30_000, dtype=np.uint16).tofile("train.bin")

    tokens = np.memmap("train.bin", dtype=np.uint16, mode="r")
    in_another_process(preprocess)
    return int(tokens[50_000]) if 50_000 < len(tokens) else 0


def check(token):
    """The token that the index stood for when training began is the token that is read."""
    assert token == 50_000, f"token {token} at index 50000"
