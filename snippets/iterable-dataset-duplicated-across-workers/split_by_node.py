"""Split a streamed data set by rank; datasets shares its files out to workers by itself."""

from datasets import Dataset
from datasets.distributed import split_dataset_by_node
from torch.utils.data import DataLoader

stream = Dataset.from_dict({"line": list(range(8))}).to_iterable_dataset(num_shards=4)


def lines(rows):
    return [int(row["line"]) for row in DataLoader(rows, batch_size=None, num_workers=2)]


def broken():
    return [lines(stream) for rank in (0, 1)]


def fixed():
    return [lines(split_dataset_by_node(stream, rank, world_size=2)) for rank in (0, 1)]


def check(ranks):
    """Two ranks, here one after the other, read each line once between them."""
    seen = sorted(ranks[0] + ranks[1])
    assert seen == list(range(8)), f"{len(seen)} lines of 8: {ranks}"
