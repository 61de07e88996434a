"""Fork without end."""

# expected: other-error
# words: stopped: it had more than 40 processes

import os
import time


def attack():
    for _ in range(8):  # 256 processes, should nothing stop it
        os.fork()
    time.sleep(20)


def broken():
    attack()


def fixed():
    print("idle")
