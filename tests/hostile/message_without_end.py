"""Raise an exception whose message takes hours to search."""

# either: yes
# declared: {raises: ValueError, match: xxx}
# expected: reproduced
# words: ValueError: xxx
# apart: yes


def attack():
    raise ValueError("x" * 5_000_000)


def broken():
    attack()


def fixed():
    print("idle")
