"""Replace the module by a pipe that nobody writes to, so that whoever opens it waits for ever."""

# declared: {fails: check}
# expected: reproduced
# words: the value is 1

import os


def broken():
    os.unlink(__file__)
    os.mkfifo(__file__)
    return 1


def fixed():
    os.unlink(__file__)
    os.symlink(__file__, __file__)
    return 0


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
