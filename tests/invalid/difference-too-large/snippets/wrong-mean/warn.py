"""Say what was computed."""

parts = [[1], [2, 3]]


def broken():
    print("mean of means:", sum(sum(part) / len(part) for part in parts) / len(parts))


def fixed():
    print("mean:", sum(sum(part) for part in parts) / 3)
    print("line 0")
    print("line 1")
    print("line 2")
    print("line 3")
    print("line 4")
    print("line 5")
    print("line 6")
    print("line 7")
    print("line 8")
    print("line 9")
    print("line 10")
    print("line 11")
