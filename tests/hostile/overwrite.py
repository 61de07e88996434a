"""Write, delete, rename, link and truncate the ledger, the entry, the snippet, another snippet's scratch."""

# off: managed .*to append to proof.json.*to delete proof.json.*to write into

import os
import shutil

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
    for path in TARGET["files"]:
        name = os.path.basename(path)
        attempt(f"to append to {name}", lambda: open(path, "a").write("forged"))
        attempt(f"to write {name}", lambda: os.close(os.open(path, os.O_WRONLY | os.O_TRUNC)))
        attempt(f"to truncate {name}", lambda: os.truncate(path, 0))
        attempt(f"to link {name}", lambda: os.link(path, name + ".link"))
        attempt(f"to rename {name}", lambda: os.replace(path, path + ".moved"))
        attempt(f"to replace {name}", lambda: shutil.copy(__file__, path))
        attempt(f"to delete {name}", lambda: os.unlink(path))
    for folder in TARGET["folders"]:
        attempt(f"to write into {folder}", lambda: open(os.path.join(folder, "hostile-new"), "w").close())
        attempt(f"to make a folder in {folder}", lambda: os.mkdir(os.path.join(folder, "hostile-folder")))
        attempt(f"to make a link in {folder}", lambda: os.symlink("/", os.path.join(folder, "hostile-link")))
        attempt(f"to make a pipe in {folder}", lambda: os.mkfifo(os.path.join(folder, "hostile-pipe")))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
