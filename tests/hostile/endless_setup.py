"""Loop without end before the side is called."""

# expected: other-error
# words: before the side was called: still running

import sys


if "hostile" not in sys.modules:
    while True:
        pass


def attack():
    print("managed to be called")


def broken():
    attack()


def fixed():
    print("idle")
