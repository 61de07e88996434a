"""Leave a module named like a library in the working folder, for the process of the check to import."""

# declared: {fails: check}
# side: fixed
# expected: reproduced
# words: the value is 2

import os
import colorsys


FORGED = """
import builtins
AssertionError = builtins.AssertionError
def rgb_to_hsv(*_): return (0, 0, 0)
"""


def leave():
    for name in ("colorsys", "json", "traceback", "ctypes", "struct", "generator", "sitecustomize", "usercustomize"):
        with open(f"{name}.py", "w") as file:
            file.write(FORGED)


def broken():
    return 1


def fixed():
    leave()
    return 2


def check(value):
    """The value has no brightness."""
    brightness = colorsys.rgb_to_hsv(0, 0, value)[2]
    assert brightness == 0, f"the value is {brightness}"
