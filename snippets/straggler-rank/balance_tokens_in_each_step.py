"""Deal the samples of a step so that all ranks get equally many tokens, not samples."""

import random

SEED = 0
rng = random.Random(SEED)
lengths = [int(rng.lognormvariate(6, 1)) for _ in range(8 * 32)]  # tokens of each sample
steps = [lengths[i : i + 32] for i in range(0, len(lengths), 32)]


def waiting(deal):
    """Return the tokens' worth of time that four ranks have spent waiting, step by step."""
    series = [0]
    for samples in steps:
        loads = [sum(part) for part in deal(samples)]
        series.append(series[-1] + 4 * max(loads) - sum(loads))
    return series[1:]


def broken():
    def deal(samples):
        return [samples[rank::4] for rank in range(4)]

    return waiting(deal)


def fixed():
    def deal(samples):
        parts = [[], [], [], []]
        for length in sorted(samples, reverse=True):
            min(parts, key=sum).append(length)
        return parts

    return waiting(deal)


def mistake_shuffle():
    def deal(samples):
        samples = random.Random(SEED + 1).sample(samples, len(samples))
        return [samples[rank::4] for rank in range(4)]

    return waiting(deal)


def mistake_sort_and_split():
    def deal(samples):
        samples = sorted(samples)
        return [samples[8 * rank : 8 * rank + 8] for rank in range(4)]

    return waiting(deal)


def check(series):
    """The ranks wait for less than 5% of their work."""
    share = series[-1] / sum(lengths)
    assert share < 0.05, f"for 100 tokens of work the ranks waited for {100 * share:.0f}"
