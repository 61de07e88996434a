"""Change the libraries, the interpreter and the prover that later runs use."""

import json
import os
import site
import sys

TARGET = {}  # the test names what to attack
managed = []


def attempt(what, action):
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        managed.append(what)


def attack():
    for folder in [*site.getsitepackages(), os.path.dirname(json.__file__), os.path.dirname(sys.executable), TARGET["prover"]]:
        attempt(f"to write into {folder}", lambda: os.close(os.open(f"{folder}/hostile", os.O_CREAT | os.O_WRONLY)))
        attempt(f"to make a folder in {folder}", lambda: os.mkdir(f"{folder}/hostile-folder"))
    for path in (json.__file__, os.path.realpath(sys.executable), f"{TARGET['prover']}/child.py"):
        attempt(f"to open {path}", lambda: os.close(os.open(path, os.O_WRONLY | os.O_APPEND)))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
