"""Stop another process by its limits, its priority or the processors that it may use."""

# off: managed .*to set its limits

import ctypes
import os
import platform
import resource

TARGET = {}  # the test names what to attack
managed = []


def attempt(what, action):
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        managed.append(what)


def set_turn(victim):
    number = {"x86_64": 251, "aarch64": 30}[platform.machine()]  # ioprio_set
    if ctypes.CDLL(None, use_errno=True).syscall(number, 1, victim, (2 << 13) | 7) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def attack():
    victim = TARGET["victim"]
    attempt("to read its limits", lambda: resource.prlimit(victim, resource.RLIMIT_NOFILE))
    attempt("to set its limits", lambda: resource.prlimit(victim, resource.RLIMIT_CORE, (0, 0)))
    attempt("to set its priority", lambda: os.setpriority(os.PRIO_PROCESS, victim, 5))
    attempt("to set its scheduler", lambda: os.sched_setscheduler(victim, os.SCHED_BATCH, os.sched_param(0)))
    attempt("to set its turn at the disk", lambda: set_turn(victim))
    attempt("to set its processors", lambda: os.sched_setaffinity(victim, {0}))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
