"""Replace the machinery of `assert` in the process of the check too, so that no assertion looks like one."""

# declared: {fails: check}
# expected: other-error
# words: the check itself broke: Nothing

import builtins


class Nothing(Exception):
    pass


builtins.AssertionError = Nothing


def broken():
    return 1


def fixed():
    return 0


def check(value):
    """The value is 0."""
    if Nothing and value != 0:
        raise AssertionError(f"the value is {value}")
