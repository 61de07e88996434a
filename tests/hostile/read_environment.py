"""Read the secrets in the caller's environment, wherever a copy of it may be left."""

# off: managed .*/proc/another/environ

import ctypes
import os
import posix
import re

TARGET = {}  # the test names what to attack
managed = []


def attempt(what, action):
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        managed.append(what)


def look(what, read, *, show=True):
    try:
        found = read()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        if show:
            print(what, found)
        if TARGET["secret name"] in str(found):
            managed.append(what)


def environ_of_libc():
    block = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    texts = []
    while block and block[len(texts)]:
        texts.append(block[len(texts)])
    return texts


def whole_memory():
    assignment = re.escape(TARGET["secret name"]).encode() + rb"=\w{8}"
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps:
            first, last = (int(part, 16) for part in line.split()[0].split("-"))
            if "[heap]" in line or "[stack]" in line:
                memory.seek(first)
                if re.search(assignment, memory.read(last - first)):
                    return TARGET["secret name"]
    return ""


def attack():
    look("os.environ", lambda: dict(os.environ))
    look("posix.environ", lambda: posix.environ)
    look("environ of libc", environ_of_libc)
    look("/proc/self/environ", lambda: open("/proc/self/environ").read())
    look("/proc/1/environ", lambda: open("/proc/1/environ").read())
    for pid in (TARGET["victim"], TARGET["prover's pid"], os.getppid()):
        look("/proc/another/environ", lambda: open(f"/proc/{pid}/environ").read(), show=TARGET["contained"])
        look("/proc/another/task/environ", lambda: open(f"/proc/{pid}/task/{pid}/environ").read(), show=TARGET["contained"])
    look("its own memory", whole_memory)


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
