"""Let __iter__ take every n-th item, by the worker that runs it."""

from torch.utils.data import DataLoader, IterableDataset, get_worker_info

LINES = list(range(10))


def epoch(dataset, workers):
    return sorted(DataLoader(dataset, batch_size=None, num_workers=workers))


def broken():
    class Lines(IterableDataset):
        def __iter__(self):
            yield from LINES

    return {workers: epoch(Lines(), workers) for workers in (0, 2)}


def fixed():
    class Lines(IterableDataset):
        def __iter__(self):
            info = get_worker_info()
            first, step = (info.id, info.num_workers) if info else (0, 1)
            yield from LINES[first::step]

    return {workers: epoch(Lines(), workers) for workers in (0, 2)}


def mistake_declare_the_length():
    class Lines(IterableDataset):
        def __len__(self):
            return len(LINES)

        def __iter__(self):
            yield from LINES

    return {workers: epoch(Lines(), workers) for workers in (0, 2)}


def mistake_shuffle_differently():
    class Lines(IterableDataset):
        def __iter__(self):
            info = get_worker_info()
            start = info.id if info else 0
            yield from LINES[start:] + LINES[:start]

    return {workers: epoch(Lines(), workers) for workers in (0, 2)}


def check(epochs):
    """Each line comes once, whatever the number of workers."""
    for workers, seen in epochs.items():
        assert seen == LINES, f"{workers} workers: {len(seen)} lines of {len(LINES)}: {seen}"
