"""Leave links to folders outside, for whoever removes or measures the scratch folder."""

# off: to write through a link to proof.json

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
    for place in (".", os.environ["HOME"], os.environ["TMPDIR"]):
        for number, folder in enumerate(TARGET["folders"]):
            os.symlink(folder, f"{place}/link-{number}")
    for number, path in enumerate(TARGET["files"]):
        os.symlink(path, f"link-to-file-{number}")
        attempt(f"to write through a link to {os.path.basename(path)}", lambda: open(f"link-to-file-{number}", "a").write("forged"))
        attempt(f"to link {os.path.basename(path)}", lambda: os.link(path, f"hard-{number}"))
    attempt("to turn the working folder into a link", lambda: os.rename(os.getcwd(), os.getcwd() + "-moved"))
    attempt("to turn the home folder into a link", lambda: os.rename(os.environ["HOME"], os.environ["HOME"] + "-moved"))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
