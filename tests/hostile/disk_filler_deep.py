"""Fill the disk below more folders than a path can name."""

# either: yes
# expected: other-error
# limit: 5
# words: stopped: it wrote more than 50 MB of files

import os
import time


def attack():
    for _ in range(60):
        os.mkdir("d" * 100)
        os.chdir("d" * 100)
    with open("big", "wb") as file:
        for _ in range(30):
            file.write(b"x" * 10_000_000)
            time.sleep(0.05)
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
