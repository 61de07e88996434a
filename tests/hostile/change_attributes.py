"""Change mode, times, owner and attributes of files outside."""

# off: managed .*to change the mode of proof.json.*to change the times of proof.json

import os

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
    for path in [*TARGET["files"], *TARGET["folders"]]:
        name = os.path.basename(path)
        attempt(f"to change the mode of {name}", lambda: os.chmod(path, 0o777))
        attempt(f"to change the times of {name}", lambda: os.utime(path, (1, 1)))
        attempt(f"to change the owner of {name}", lambda: os.chown(path, os.getuid(), os.getgid()))
        attempt(f"to add an attribute to {name}", lambda: os.setxattr(path, "user.hostile", b"x"))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
