"""Fill the disk with a file that has no name any more."""

# either: yes
# expected: other-error
# limit: 5
# words: stopped: it wrote more than 50 MB of files

import os
import time


def attack():
    with open("big", "wb") as file:
        os.unlink("big")
        for _ in range(30):
            file.write(b"x" * 10_000_000)
            time.sleep(0.05)
        time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
