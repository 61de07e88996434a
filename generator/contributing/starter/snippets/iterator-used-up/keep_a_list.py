"""Keep the values of a generator in a list where they are read more than once."""

lines = ["3", "5", "8"]
PASSES = 5


def broken():
    numbers = (int(line) for line in lines)
    return [len(list(numbers)) for _ in range(PASSES)]


def fixed():
    numbers = [int(line) for line in lines]
    return [len(list(numbers)) for _ in range(PASSES)]


def mistake_call_iter_again():
    numbers = (int(line) for line in lines)
    return [len(list(iter(numbers))) for _ in range(PASSES)]


def check(seen):
    """Every pass over the data sees all of it."""
    assert seen == [len(lines)] * PASSES, f"values seen in each pass: {seen}, of {len(lines)}"
