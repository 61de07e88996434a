"""Have the prover's own server import this very file, ahead of any wall: imports are executed there."""

# alone: its own test places it where it can be imported

import os

TARGET = {}  # the test names what to attack

try:
    import snippets.evil.import_of_itself
except ImportError:
    pass

if __name__ != "__main__":
    with open(os.path.join(TARGET["folders"][0], "hostile-import"), "w") as file:
        print(os.environ.get(TARGET["secret name"]), file=file)


def broken():
    print("managed nothing")


def fixed():
    print("idle")
