"""Replace the check, and its code, from the side that it will judge."""

# declared: {fails: check}
# expected: clean
# words: ran to its end, and the check passed

import gc
import sys
import types


def forged(value):
    raise AssertionError("the value is forged")


def replace():
    for function in [f for f in gc.get_objects() if isinstance(f, types.FunctionType) and f.__name__ == "check"]:
        function.__code__ = forged.__code__
    for module in list(sys.modules.values()):
        if hasattr(module, "check"):
            module.check = forged
    globals()["check"] = forged


def broken():
    replace()
    return 0


def fixed():
    return 0


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
