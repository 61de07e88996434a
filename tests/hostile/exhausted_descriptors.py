"""Open files until there are no more, and keep them open."""

# either: yes
# expected: other-error
# words: reported nothing|Too many open files

import os

managed = []


def attempt(what, action):
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        managed.append(what)


kept = []


def attack():
    while True:
        try:
            kept.append(os.open("/dev/null", os.O_RDONLY))
        except OSError:
            break
        if len(kept) > 5_000:
            managed.append("to open 5000 files")
            break


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
