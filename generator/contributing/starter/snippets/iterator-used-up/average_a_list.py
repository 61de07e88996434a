"""Average a list, of which the smallest number was taken before."""

import statistics

lines = ["3", "5", "8", "4"]


def broken():
    numbers = (int(line) for line in lines)
    smallest = min(numbers)
    return statistics.mean(numbers) - smallest


def fixed():
    numbers = [int(line) for line in lines]
    smallest = min(numbers)
    return statistics.mean(numbers) - smallest


def check(distance):
    """Moving all numbers by the smallest moves their mean by as much."""
    moved = [int(line) - 3 for line in lines]
    assert distance == sum(moved) / len(moved), f"distance {distance}, of the moved numbers {sum(moved) / len(moved)}"
