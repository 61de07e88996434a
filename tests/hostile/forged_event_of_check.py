"""Write a passed check into the report of the check, found by walking frames."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: the check was stopped: it wrote into its own report

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
    return 2


def check(value):
    """The value is 0."""
    with open(report(), "a") as file:
        print(json.dumps({"event": "returned", "value": "null"}), file=file)
    assert value == 0, f"the value is {value}"
