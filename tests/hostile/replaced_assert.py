"""Replace the machinery of `assert` from the side that the check will judge."""

# declared: {fails: check}
# side: fixed
# expected: reproduced
# words: the value is 2

import builtins
import ctypes
import sys
import threading


class Nothing(BaseException):
    pass


def replace():
    failure, builtins.AssertionError = AssertionError, Nothing
    sys.excepthook = threading.excepthook = lambda *_: None
    sys.settrace(lambda *_: None)
    space = ctypes.cast(id(failure) + 24, ctypes.POINTER(ctypes.c_char_p))  # tp_name
    space[0] = b"Nothing"


def broken():
    return 1


def fixed():
    replace()
    return 2


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
