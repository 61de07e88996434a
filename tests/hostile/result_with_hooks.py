"""Return a value whose methods run while it is encoded."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: reported nothing

import os


class Text(str):
    def __repr__(self):
        os._exit(0)


class Series:
    def tolist(self):
        return [Text("0")]


def broken():
    return 1


def fixed():
    return Series()


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
