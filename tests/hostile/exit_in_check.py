"""End the process of the check with code 0 before it can fail."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: the check itself broke: the process ended with exit code 0 and reported nothing

import os


def broken():
    return 1


def fixed():
    return 2


def check(value):
    """The value is 0."""
    os._exit(0)
    assert value == 0, f"the value is {value}"
