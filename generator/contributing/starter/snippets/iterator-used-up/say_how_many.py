"""Count a list: adding its numbers up does not use it up."""

lines = ["3", "5", "8"]


def broken():
    numbers = (int(line) for line in lines)
    total = sum(numbers)
    print(f"total {total}, read {len(list(numbers))} of {len(lines)}")
    return total


def fixed():
    numbers = [int(line) for line in lines]
    total = sum(numbers)
    print(f"total {total}, read {len(list(numbers))} of {len(lines)}")
    return total


def check(total):
    """The log line changes nothing of the total."""
    assert total == 16, f"total {total}"
