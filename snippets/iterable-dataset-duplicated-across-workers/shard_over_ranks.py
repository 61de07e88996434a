"""Count workers of all ranks: a loader knows nothing of the other processes of the job."""

from torch.utils.data import DataLoader, IterableDataset, get_worker_info

LINES = list(range(16))


class Lines(IterableDataset):
    def __init__(self, share):
        self.share = share

    def __iter__(self):
        first, step = self.share(get_worker_info())
        yield from LINES[first::step]


def job(share_of):
    """Read what two ranks with two workers each read; here one rank after the other."""
    ranks = [Lines(share_of(rank, world=2)) for rank in (0, 1)]
    return [list(DataLoader(dataset, batch_size=None, num_workers=2)) for dataset in ranks]


def broken():
    def share_of(rank, world):
        return lambda info: (info.id, info.num_workers)

    return job(share_of)


def fixed():
    def share_of(rank, world):
        return lambda info: (rank * info.num_workers + info.id, world * info.num_workers)

    return job(share_of)


def mistake_add_the_rank():
    def share_of(rank, world):
        return lambda info: (rank + info.id, world * info.num_workers)

    return job(share_of)


def check(ranks):
    """Each line comes once in the whole job."""
    seen = sorted(ranks[0] + ranks[1])
    assert seen == LINES, f"{len(seen)} lines, {len(set(seen))} of {len(LINES)} different"
