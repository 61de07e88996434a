"""Return a value that contains itself."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: contains itself|maximum recursion depth


def broken():
    return 1


def fixed():
    value = []
    value.append(value)
    return value


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
