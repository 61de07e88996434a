"""Pad in collate_fn and hand the lengths on: default_collate can only stack."""

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

samples = [torch.arange(1.0, length + 1) for length in (3, 1, 4, 2)]


def pad(batch):
    lengths = torch.tensor([len(sample) for sample in batch])
    return pad_sequence(batch, batch_first=True), lengths


def means(loader):
    """Average each sample over its own positions."""
    found = []
    for values, lengths in loader:
        real = torch.arange(values.shape[1]) < lengths[:, None]
        found += ((values * real).sum(1) / lengths).tolist()
    return found


def broken():
    loader = DataLoader(samples, batch_size=2)
    return means(loader)


def fixed():
    loader = DataLoader(samples, batch_size=2, collate_fn=pad)
    return means(loader)


def mistake_lists():
    loader = DataLoader([sample.tolist() for sample in samples], batch_size=2)
    return means(loader)


def mistake_numpy():
    loader = DataLoader([sample.numpy() for sample in samples], batch_size=2)
    return means(loader)


def mistake_drop_last():
    loader = DataLoader(samples, batch_size=2, drop_last=True, shuffle=False)
    return means(loader)


def check(found):
    """Each sample has the mean that it has alone."""
    expected = [float(sample.mean()) for sample in samples]
    assert found == expected, f"means {found}, alone {expected}"
