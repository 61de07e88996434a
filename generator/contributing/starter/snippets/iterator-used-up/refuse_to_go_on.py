"""Hand the guard a list: looking whether there is anything does not take it away."""

import sys

lines = ["3", "5", "8"]


def broken():
    numbers = (int(line) for line in lines)
    total = sum(numbers)
    if not list(numbers):
        sys.exit(3)
    return total


def fixed():
    numbers = [int(line) for line in lines]
    total = sum(numbers)
    if not list(numbers):
        sys.exit(3)
    return total


def check(total):
    """The guard lets data through."""
    assert total == 16, f"total {total}"
