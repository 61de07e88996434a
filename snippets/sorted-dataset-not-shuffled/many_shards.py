"""Cut a sorted stream into shards: datasets fills its shuffle buffer from ten of them at a time."""

import numpy as np
from datasets import Dataset

SEED = 0
rows = Dataset.from_dict({"label": np.repeat(np.arange(5), 400).tolist()})  # sorted by class


def first_labels(stream):
    return [row["label"] for row in stream.shuffle(seed=SEED, buffer_size=100).take(200)]


def broken():
    stream = rows.to_iterable_dataset(num_shards=1)
    return first_labels(stream)


def fixed():
    stream = rows.to_iterable_dataset(num_shards=20)
    return first_labels(stream)


def check(labels):
    """No class takes more than half of the first 200 rows of 2000."""
    counts = np.bincount(labels, minlength=5)
    assert counts.max() <= 100, f"the first 200 rows have {counts.tolist()} of the classes"
