"""Let an exit handler turn every failure into exit code 0."""

# declared: {fails: check}
# side: fixed
# expected: reproduced
# words: the value is 2

import atexit
import os


atexit.register(os._exit, 0)


def broken():
    return 1


def fixed():
    return 2


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
