"""Raise an exception whose type is a control sequence."""

# either: yes
# declared: {raises: Hostile, match: hostile}
# expected: other-error
# words: hostile

ESCAPE = chr(27)


def broken():
    raise type(f"Other{ESCAPE}]0;title\a\x9b31m\u202e", (Exception,), {})("hostile")


def fixed():
    return ESCAPE
