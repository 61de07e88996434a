"""Return tensors from the dataset: lists of equal length are collated position by position."""

import torch
from torch.utils.data import DataLoader

token_ids = [[11, 12, 13], [21, 22, 23]]


def broken():
    samples = [ids for ids in token_ids]
    (batch,) = DataLoader(samples, batch_size=2)
    return [row.tolist() for row in batch]


def fixed():
    samples = [torch.tensor(ids) for ids in token_ids]
    (batch,) = DataLoader(samples, batch_size=2)
    return [row.tolist() for row in batch]


def mistake_tuples():
    samples = [tuple(ids) for ids in token_ids]
    (batch,) = DataLoader(samples, batch_size=2)
    return [row.tolist() for row in batch]


def check(rows):
    """Row i of the batch is sample i."""
    assert rows == token_ids, f"the rows are {rows}"
