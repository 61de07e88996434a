"""Divide the sum of all parts by their count, once."""

import random

SEED = 0
random.seed(SEED)
parts = [[1.0], [2.0, random.uniform(3, 4)]]


def broken():
    return sum(sum(part) / len(part) for part in parts) / len(parts)


def fixed():
    return sum(sum(part) for part in parts) / sum(len(part) for part in parts)


def mistake_more_digits():
    return round(sum(sum(part) / len(part) for part in parts) / len(parts), 12)


def check(mean):
    """Splitting the numbers must not change their mean."""
    numbers = [number for part in parts for number in part]
    whole = sum(numbers) / len(numbers)
    assert abs(mean - whole) < 1e-9, f"mean {mean:.3f}, of the whole {whole:.3f}"
