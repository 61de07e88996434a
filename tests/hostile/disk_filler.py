"""Fill the disk with one big file."""

# expected: other-error
# limit: 5
# words: stopped: it wrote more than 50 MB of files

import time


def attack():
    with open("big", "wb") as file:
        for _ in range(40):
            file.write(b"x" * 10_000_000)
            time.sleep(0.05)
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
