"""End the fixed side's process with code 0 before it can fail."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: the process ended with exit code 0 and reported nothing

import os


def broken():
    return 1


def fixed():
    os._exit(0)


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
