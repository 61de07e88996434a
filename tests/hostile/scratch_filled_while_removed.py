"""Keep making files while the scratch folder is removed."""

# expected: timed-out
# words: stopped after 1 s
# limit: 1

import os
import time


def attack():
    for number in range(4):
        if os.fork() == 0:
            for name in range(1_000):
                os.makedirs(f"{number}-{name}")
                time.sleep(0.005)
            time.sleep(20)
    time.sleep(20)


def broken():
    attack()


def fixed():
    print("idle")
