"""Leave folders without permissions, for whoever removes the scratch folder or writes the check's module there."""

# declared: {fails: check}
# expected: reproduced
# words: the value is 1

import os


def leave():
    os.makedirs("locked/folder")
    open("locked/folder/file", "w").close()
    os.chmod("locked/folder", 0)
    os.chmod("locked", 0)
    os.chmod(".", 0o500)


def broken():
    leave()
    return 1


def fixed():
    leave()
    return 0


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
