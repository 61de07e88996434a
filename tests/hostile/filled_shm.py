"""Fill /dev/shm, leave a file there, read and delete another program's."""

import os
import time

TARGET = {}  # the test names what to attack
managed = []


def attempt(what, action):
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        managed.append(what)


def fill():
    with open(TARGET["shm"] + "-big", "wb") as file:
        for _ in range(40):
            file.write(b"x" * 16_000_000)
            time.sleep(0.02)


def attack():
    attempt("to fill it", fill)
    attempt("to read another's", lambda: open(TARGET["shm"]).read())
    attempt("to delete another's", lambda: os.unlink(TARGET["shm"]))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
