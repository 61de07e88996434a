"""Open a shard when a sample needs it: a kept memory map holds its file open."""

import resource

import numpy as np

hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
paths = [f"shard{i}.npy" for i in range(200)]
for number, path in enumerate(paths):
    np.save(path, np.full(4, number))


def broken():
    shards = [np.load(path, mmap_mode="r") for path in paths]
    return [int(shards[i][0]) for i in range(200)]


def fixed():
    shards = paths
    return [int(np.load(shards[i], mmap_mode="r")[0]) for i in range(200)]


def mistake_views():
    shards = [np.asarray(np.load(path, mmap_mode="r")) for path in paths]
    return [int(shards[i][0]) for i in range(200)]


def check(firsts):
    """The first value of every shard can be read."""
    assert firsts == list(range(200)), f"{len(firsts)} shards were read"
