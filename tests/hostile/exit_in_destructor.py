"""End the process with code 0 in the destructor of the exception that the check raises."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: the check itself broke: the process ended with exit code 0 and reported nothing

import os


class Failed(AssertionError):
    def __str__(self):
        os._exit(0)


def broken():
    return 1


def fixed():
    return 2


def check(value):
    """The value is 0."""
    if value != 0:
        raise Failed
