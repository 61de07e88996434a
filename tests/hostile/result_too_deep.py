"""Return a value that is nested too deeply to be read again."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: contains itself|recursion


def broken():
    return 1


def fixed():
    value = 0
    for _ in range(960):
        value = [value]
    return value


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
