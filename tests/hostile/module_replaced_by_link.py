"""Replace the module by a link to a file outside before the check's is written there, and leave a folder in its place."""

# declared: {fails: check}
# expected: reproduced
# words: the value is 1

import os

TARGET = {}  # the test names what to attack


def broken():
    os.unlink(__file__)
    os.symlink(TARGET["files"][0], __file__)
    return 1


def fixed():
    os.unlink(__file__)
    os.makedirs(os.path.join(__file__, "folder", "folder"))
    return 0


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
