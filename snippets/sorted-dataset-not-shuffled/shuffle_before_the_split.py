"""Shuffle before the split, or stratify it: the tail of a sorted set is another population."""

import numpy as np

SEED = 0
rng = np.random.default_rng(SEED)
labels = np.repeat(np.arange(5), 200)  # sorted by class


def broken():
    order = np.arange(len(labels))
    train, validation = order[:800], order[800:]
    return labels[train], labels[validation]


def fixed():
    order = rng.permutation(len(labels))
    train, validation = order[:800], order[800:]
    return labels[train], labels[validation]


def mistake_shuffle_the_parts():
    order = np.arange(len(labels))
    train, validation = rng.permutation(order[:800]), rng.permutation(order[800:])
    return labels[train], labels[validation]


def check(parts):
    """Both parts hold every class, with at least half of its fair share."""
    for name, part in zip(("training", "validation"), parts, strict=True):
        counts = np.bincount(part, minlength=5)
        assert counts.min() > len(part) / 10, (
            f"the {name} part has {counts.tolist()} of the classes"
        )
