"""Nest more folders than a recursive function can walk."""

# either: yes

import os
import time


def attack():
    for _ in range(1200):
        os.mkdir("d")
        os.chdir("d")
    time.sleep(1.5)
    print("managed nothing")


def broken():
    attack()


def fixed():
    print("idle")
