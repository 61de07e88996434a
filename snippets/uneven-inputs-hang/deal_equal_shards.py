"""Deal samples, not files, so that every rank gets the same number of batches."""

from torch.utils.data import ConcatDataset, DataLoader, DistributedSampler

FILES = [range(8), range(8, 16), range(16, 22), range(22, 26), range(26, 35)]


def broken():
    def loader(rank):
        mine = ConcatDataset(FILES[rank::2])
        return DataLoader(mine, batch_size=4)

    return [[batch.tolist() for batch in loader(rank)] for rank in (0, 1)]


def fixed():
    def loader(rank):
        everything = ConcatDataset(FILES)
        mine = DistributedSampler(everything, num_replicas=2, rank=rank, drop_last=True)
        return DataLoader(everything, batch_size=4, sampler=mine)

    return [[batch.tolist() for batch in loader(rank)] for rank in (0, 1)]


def mistake_drop_last_of_the_loader():
    def loader(rank):
        mine = ConcatDataset(FILES[rank::2])
        return DataLoader(mine, batch_size=4, drop_last=True)

    return [[batch.tolist() for batch in loader(rank)] for rank in (0, 1)]


def check(ranks):
    """Both ranks have equally many batches, and at most one sample of 35 is left out."""
    counts = [len(batches) for batches in ranks]
    assert counts[0] == counts[1], f"batches per rank: {counts[0]} and {counts[1]}"
    seen = {sample for batches in ranks for batch in batches for sample in batch}
    assert len(seen) >= 34, f"{35 - len(seen)} samples are never seen"
