"""Print a line on which the entry's own pattern takes for ever."""

# either: yes
# declared: {prints: ^(a+)+$}
# expected: other-error|clean
# words: .
# apart: yes


def broken():
    print("a" * 50 + "!")


def fixed():
    print("idle")
