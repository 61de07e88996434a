"""Miss a module whose name is a control sequence, and a command for the log of GitHub."""

# either: yes
# declared: {prints: hostile}
# expected: unavailable
# words: not installed

ESCAPE = chr(27)


def broken():
    raise ModuleNotFoundError("hostile", name=f"torch{ESCAPE}]0;title\a\x9b31m\u202e\n::error file=x::forged")


def fixed():
    print("idle")
