"""Read and write another process's memory, descriptors and working folder."""

# off: managed to open the memory of the victim.*to peek into the victim

import ctypes
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


libc = ctypes.CDLL(None, use_errno=True)


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def system_call(name, *arguments):
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def peek(pid):
    space = ctypes.create_string_buffer(8)
    mine, theirs = Vector(ctypes.addressof(space), 8), Vector(TARGET["address"], 8)
    system_call("process_vm_readv", pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0)


def poke(pid):
    space = ctypes.create_string_buffer(b"hostile!")
    mine, theirs = Vector(ctypes.addressof(space), 8), Vector(TARGET["address"], 8)
    system_call("process_vm_writev", pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0)


def attack():
    for who, pid in (("victim", TARGET["victim"]), ("prover", TARGET["prover's pid"]), ("parent", os.getppid())):
        attempt(f"to open the memory of the {who}", lambda: open(f"/proc/{pid}/mem", "rb"))
        attempt(f"to read the memory map of the {who}", lambda: open(f"/proc/{pid}/maps").read()[0])
        attempt(f"to peek into the {who}", lambda: peek(pid))
        if who == "victim":
            attempt(f"to poke into the {who}", lambda: poke(pid))
        if who != "parent":  # inside a namespace it is one of ours; numbers are no secret
            attempt(f"to list the descriptors of the {who}", lambda: os.listdir(f"/proc/{pid}/fd"))
        attempt(f"to open a descriptor of the {who}", lambda: os.open(f"/proc/{pid}/fd/1", os.O_WRONLY))
        attempt(f"to take a descriptor of the {who}", lambda: system_call("syscall", 438, os.pidfd_open(pid), 1, 0))
        attempt(f"to see the working folder of the {who}", lambda: os.readlink(f"/proc/{pid}/cwd"))
        attempt(f"to change the OOM score of the {who}", lambda: open(f"/proc/{pid}/oom_score_adj", "w").write("1"))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
