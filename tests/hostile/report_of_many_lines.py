"""Fill the report with small lines: each takes the reader more memory than the file."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: stopped: it wrote into its own report

import sys


def report():
    """Return the path of the report: frames hold it."""
    frame = sys._getframe()
    while "job" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["job"]["report"]


def broken():
    return 1


def fixed():
    with open(report(), "a") as file:
        file.write('{"event":"called"}\n' * 3_000_000)
    return 0


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
