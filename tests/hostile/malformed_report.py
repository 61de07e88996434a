"""Report what no runner reports."""

# alone: its own test names the lines
# declared: {fails: check}
# side: fixed
# expected: other-error
# words: stopped: it wrote into its own report|the check itself broke

import os
import sys

TARGET = {}  # the test names what to attack


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
        file.write(TARGET["line"] + "\n")
    os._exit(0)


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
