"""Load data that was saved beforehand from its folder, not by its name."""

import datasets

datasets.disable_progress_bars()
rows = {"text": ["good", "bad"], "label": [1, 0]}
datasets.Dataset.from_dict(rows).save_to_disk("data/reviews")  # copied to the node beforehand


def broken():
    data = datasets.load_dataset("my-team/reviews", split="train")
    return data["label"][:]


def fixed():
    data = datasets.load_from_disk("data/reviews")
    return data["label"][:]


def check(labels):
    """All rows are there."""
    assert list(labels) == [1, 0], f"labels {list(labels)}"
