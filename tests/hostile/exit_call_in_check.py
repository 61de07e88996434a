"""Call exit with code 0 in the check."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: the check itself broke: it called exit, with code 0

import sys


def broken():
    return 1


def fixed():
    return 2


def check(value):
    """The value is 0."""
    sys.exit(0)
    assert value == 0, f"the value is {value}"
