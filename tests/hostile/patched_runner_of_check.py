"""Patch the module that runs the check so that a failure is reported as a return: it hits both sides."""

# declared: {fails: check}
# expected: other-error|clean
# words: .

import sys


def frames():
    frame = sys._getframe()
    while frame is not None:
        yield frame
        frame = frame.f_back


def runner():
    """Return the names of the module that called us: it has deleted itself from sys.modules."""
    return next(frame.f_globals for frame in frames() if "_run_module" in frame.f_globals)


names = runner()
names["_describe"] = lambda *_: {"event": "returned", "value": "null", "shown": "None", "series": None}


def broken():
    return 1


def fixed():
    return 2


def check(value):
    """The value is 0."""
    assert names and value == 0, f"the value is {value}"
