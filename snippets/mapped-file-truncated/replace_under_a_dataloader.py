"""Replace the token file that DataLoader workers have mapped; do not write into it."""

import os

import numpy as np
import torch

np.arange(60_000, dtype=np.uint16).tofile("train.bin")


class Tokens(torch.utils.data.Dataset):
    def __init__(self):
        self.tokens = np.memmap("train.bin", dtype=np.uint16, mode="r")

    def __len__(self):
        return len(self.tokens) // 100

    def __getitem__(self, i):
        return torch.from_numpy(self.tokens[i * 100 : (i + 1) * 100].astype(np.int64))


def broken():
    def preprocess():
        np.arange(3_000, dtype=np.uint16).tofile("train.bin")

    loader = torch.utils.data.DataLoader(Tokens(), batch_size=50, num_workers=1)
    preprocess()
    return sum(int(batch.sum()) for batch in loader)


def fixed():
    def preprocess():
        np.arange(3_000, dtype=np.uint16).tofile("train.bin.tmp")
        os.replace("train.bin.tmp", "train.bin")

    loader = torch.utils.data.DataLoader(Tokens(), batch_size=50, num_workers=1)
    preprocess()
    return sum(int(batch.sum()) for batch in loader)


def mistake_more_shared_memory():
    def preprocess():
        np.arange(3_000, dtype=np.uint16).tofile("train.bin")

    torch.multiprocessing.set_sharing_strategy("file_system")
    loader = torch.utils.data.DataLoader(Tokens(), batch_size=50, num_workers=1)
    preprocess()
    return sum(int(batch.sum()) for batch in loader)


def check(total):
    """The epoch reads every token of the file that training began with."""
    expected = sum(range(60_000))
    assert total == expected, f"the tokens sum to {total}, not {expected}"
