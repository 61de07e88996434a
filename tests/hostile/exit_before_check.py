"""End the process that runs the check, known by the sides that it lacks, before the check is called."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: the check itself broke: the process ended with exit code 0 and reported nothing

import os


if "return 2" not in open(__file__).read().split("# here")[-1]:  # here
    os._exit(0)


def broken():
    return 1


def fixed():
    return 2


def check(value):
    """The value is 0."""
    assert os.name and value == 0, f"the value is {value}"
