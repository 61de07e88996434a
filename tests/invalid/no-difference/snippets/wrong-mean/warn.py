"""Say what was computed."""

parts = [[1], [2, 3]]


def broken():
    print("mean of means:", sum(sum(part) / len(part) for part in parts) / len(parts))


def fixed():
    # the same, laid out otherwise
    print(
        "mean of means:", sum(sum(part) / len(part) for part in parts) / len(parts)
    )
