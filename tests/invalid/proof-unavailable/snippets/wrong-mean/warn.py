"""Say what was computed."""

parts = [[1], [2, 3]]


def broken():
    import a_module_nobody_has

    print("mean of means:", sum(sum(part) / len(part) for part in parts) / len(parts))


def fixed():
    print("mean:", sum(sum(part) for part in parts) / 3)
