"""Return values of subclasses that lie about themselves."""

# declared: {fails: check}
# side: fixed
# expected: clean
# words: the check passed


class Text(str):
    def __eq__(self, other):
        return True

    def __str__(self):
        return Text("0")

    def __hash__(self):
        return 0


class Number(int):
    def __eq__(self, other):
        return True

    def __int__(self):
        return 0

    __index__ = __int__
    __hash__ = int.__hash__


def broken():
    return {}


def fixed():
    return {"text": Text("1"), "number": Number(2), Number(3): Text("4")}


def check(value):
    """The value is what it says that it is."""
    kinds = sorted({type(item).__name__ for item in [*value, *value.values()]}) if value else []
    assert kinds == ["int", "str"], f"it has the types {kinds}"
