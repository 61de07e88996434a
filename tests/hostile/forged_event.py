"""Write a second result into the report, found by walking frames."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: stopped: it wrote into its own report

import json
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
        print(json.dumps({"event": "returned", "value": "0", "shown": "0", "series": None}), file=file)
    return 2


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
