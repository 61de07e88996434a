"""Fill a batch by padded tokens, not by samples: its memory no longer depends on luck."""

import random

SEED = 0
rng = random.Random(SEED)
lengths = [rng.randint(20, 120) for _ in range(990)] + [2000] * 10
rng.shuffle(lengths)
BUDGET = 4096  # padded tokens that fit


def padded(batch):
    return len(batch) * max(lengths[i] for i in batch)


def costs(batches):
    """Return the padded tokens of each batch; every sample has to come once."""
    assert sorted(i for batch in batches for i in batch) == list(range(1000))
    return [padded(batch) for batch in batches]


def broken():
    batches = [list(range(i, min(i + 32, 1000))) for i in range(0, 1000, 32)]
    return costs(batches)


def fixed():
    batches, batch = [], []
    for i in range(1000):
        if batch and padded([*batch, i]) > BUDGET:
            batches.append(batch)
            batch = []
        batch.append(i)
    return costs([*batches, batch])


def mistake_sort_by_length():
    order = sorted(range(1000), key=lengths.__getitem__)
    batches = [order[i : i + 32] for i in range(0, 1000, 32)]
    return costs(batches)


def check(tokens):
    """No batch has more padded tokens than fit."""
    largest, typical = max(tokens), sorted(tokens)[len(tokens) // 2]
    assert largest <= BUDGET, f"a typical batch has {typical} padded tokens, the largest {largest}"
