"""Print without end."""

# either: yes
# expected: other-error
# limit: 5
# words: stopped: it wrote more than 50 MB of files

import sys
import time


def attack():
    for _ in range(300):
        sys.stdout.write("all work and no play\n" * 50_000)
        time.sleep(0.02)
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
