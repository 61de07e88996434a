"""Call set_epoch before each pass: without it a rank sees the same part of the data for ever."""

from torch.utils.data import DistributedSampler

SEED = 0
SAMPLES, RANKS = 64, 4
sampler = DistributedSampler(range(SAMPLES), num_replicas=RANKS, rank=0, seed=SEED)


def broken():
    seen, counts = set(), [0] * 10
    for epoch in range(10):
        seen.update(sampler)
        counts[epoch] = len(seen)
    return counts


def fixed():
    seen, counts = set(), [0] * 10
    for epoch in range(10):
        sampler.set_epoch(epoch)
        seen.update(sampler)
        counts[epoch] = len(seen)
    return counts


def check(counts):
    """In ten epochs rank 0 meets most samples, and not only the part of its first epoch."""
    share = SAMPLES // RANKS
    assert counts[-1] > SAMPLES / 2, f"after 10 epochs rank 0 has seen {counts[-1]} of {SAMPLES}"
    assert counts[0] == share, f"the first epoch has {counts[0]} samples, {share} expected"
