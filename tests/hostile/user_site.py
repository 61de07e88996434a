"""Leave code in the home folder that a Python started there runs before all else: the check's, before its walls stand."""

# alone: its own test starts a Python that reads such a folder
# declared: {fails: check}
# expected: reproduced
# words: the value is 1

import os
import sys

TARGET = {}  # the test names what to attack
CODE = f"open({TARGET['folders'][0] + '/hostile-site'!r}, 'w').close()" if TARGET else ""


def leave():
    folder = os.path.expanduser("~/.local/lib/python{}.{}/site-packages".format(*sys.version_info))
    os.makedirs(folder)
    for name, code in (("usercustomize.py", CODE), ("sitecustomize.py", CODE), ("hostile.pth", "import os; " + CODE)):
        with open(os.path.join(folder, name), "w") as file:
            file.write(code + "\n")


def broken():
    leave()
    return 1


def fixed():
    leave()
    return 0


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
