"""Shuffle the rows before they are written to shards: a buffer mixes neighbours only."""

import numpy as np
from datasets import Dataset

SEED = 0
rows = Dataset.from_dict({"label": np.repeat(np.arange(5), 400).tolist()})  # sorted by class


def first_labels(stream):
    return [row["label"] for row in stream.take(200)]


def broken():
    stream = rows.to_iterable_dataset(num_shards=1)
    return first_labels(stream.shuffle(seed=SEED, buffer_size=100))


def fixed():
    stream = rows.shuffle(seed=SEED).to_iterable_dataset(num_shards=1)
    return first_labels(stream.shuffle(seed=SEED, buffer_size=100))


def mistake_larger_buffer():
    stream = rows.to_iterable_dataset(num_shards=1)
    return first_labels(stream.shuffle(seed=SEED, buffer_size=400))


def mistake_new_seed_each_epoch():
    stream = rows.to_iterable_dataset(num_shards=1)
    stream = stream.shuffle(seed=SEED, buffer_size=100)
    stream.set_epoch(1)
    return first_labels(stream)


def check(labels):
    """The first 200 rows of 2000 hold every class, with at least half of its fair share."""
    counts = np.bincount(labels, minlength=5)
    assert counts.min() > 20, f"the first 200 rows have {counts.tolist()} of the classes"
