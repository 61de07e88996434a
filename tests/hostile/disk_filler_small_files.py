"""Fill the disk with small files."""

# either: yes
# expected: other-error
# limit: 20
# words: stopped: it wrote more than 50 MB of files

import time


def attack():
    for number in range(20_000):
        with open(str(number), "w") as file:
            file.write("x" * 12_000)
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
