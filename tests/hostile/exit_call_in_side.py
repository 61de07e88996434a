"""Call exit with code 0 in the fixed side."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: it called exit, with code 0

import sys


def broken():
    return 1


def fixed():
    sys.exit(0)


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
