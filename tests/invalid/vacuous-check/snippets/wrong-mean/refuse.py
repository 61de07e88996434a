"""Let only equal parts be averaged."""

parts = [[1], [2, 3]]


def mean_of_means(parts):
    if len({len(part) for part in parts}) > 1:
        raise ValueError("unequal parts")
    return sum(sum(part) / len(part) for part in parts) / len(parts)


def broken():
    return mean_of_means(parts)


def fixed():
    return mean_of_means([[1, 2, 3]])


def check(mean):
    """The mean of 1, 2 and 3 is 2."""
    print(mean == 2)
