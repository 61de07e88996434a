"""Allocate memory without end in a grandchild."""

# either: yes
# expected: other-error
# limit: 5
# words: stopped: it used more than 500 MB of memory

import os
import time


def grow():
    kept = []
    for _ in range(14):
        kept.append(b"x" * 64_000_000)
        time.sleep(0.05)
    time.sleep(30)


def attack():
    if os.fork() == 0:
        if os.fork() == 0:
            grow()
        os._exit(os.wait()[1])
    os.wait()


def broken():
    attack()


def fixed():
    print("idle")
