"""Fill a batch by padded tokens, not by samples: its memory no longer depends on luck."""

import random

SEED = 0
rng = random.Random(SEED)
lengths = [rng.randint(20, 120) for _ in range(990)] + [2000] * 10
rng.shuffle(lengths)
BUDGET = 4096  # padded tokens that fit


def padded(batch):
    return len(batch) * max(lengths[i] for i in batch)


def broken():
    return [list(range(i, min(i + 32, 1000))) for i in range(0, 1000, 32)]


def fixed():
    batches, batch = [], []
    for i in range(1000):
        if batch and padded([*batch, i]) > BUDGET:
            batches.append(batch)
            batch = []
        batch.append(i)
    return [*batches, batch]


def mistake_sort_by_length():
    order = sorted(range(1000), key=lengths.__getitem__)
    return [order[i : i + 32] for i in range(0, 1000, 32)]


def check(batches):
    """Every sample comes once, and no batch has more padded tokens than fit."""
    assert sorted(i for batch in batches for i in batch) == list(range(1000))
    largest = max(map(padded, batches))
    typical = sorted(map(padded, batches))[len(batches) // 2]
    assert largest <= BUDGET, f"a typical batch has {typical} padded tokens, the largest {largest}"
