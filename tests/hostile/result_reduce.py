"""Return an object that runs code when it is unpickled."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: Bomb is not data

import os


class Bomb:
    def __reduce__(self):
        return os.system, ("touch hostile-pickle",)

    def __reduce_ex__(self, protocol):
        return self.__reduce__()


def broken():
    return 1


def fixed():
    return Bomb()


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
