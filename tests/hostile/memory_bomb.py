"""Allocate memory in Python without end."""

# expected: other-error
# limit: 5
# words: stopped: it used more than 500 MB of memory

import time


def attack():
    kept = []
    for _ in range(14):
        kept.append(b"x" * 64_000_000)
        time.sleep(0.05)
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
