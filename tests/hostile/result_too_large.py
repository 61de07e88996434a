"""Return more data than a prover can hold."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: MB of data; return less than


def broken():
    return 1


def fixed():
    return ["x" * 1_000_000] * 70


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
