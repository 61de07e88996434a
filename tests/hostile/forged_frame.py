"""Raise AssertionError outside the check, from a frame that looks like the check's."""

# declared: {fails: check}
# expected: other-error
# words: AssertionError: the value is 1

line = open(__file__).read().split("\n").index("def check(value):") + 3
forged = compile("\n" * (line - 3) + "def check(value):\n\n    assert value == 0, f'the value is {value}'", __file__, "exec")


def broken():
    names = {}
    exec(forged, names)
    return names["check"](1)


def fixed():
    return 0


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
