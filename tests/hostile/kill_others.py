"""Kill the prover, its parent and another process."""

# off: managed to kill the victim

import os
import signal
import time

TARGET = {}  # the test names what to attack
managed = []


def attempt(what, action):
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        managed.append(what)


def kill(parent):
    os.kill(parent, signal.SIGKILL)
    time.sleep(0.2)
    os.kill(parent, 0)  # raises if it worked
    raise PermissionError  # the first process of a namespace takes no signal from inside


def attack():
    parent = os.getppid() or 1  # in a room the parent cannot be seen, and the first process is what all depend on
    attempt("to kill the victim", lambda: os.kill(TARGET["victim"], signal.SIGKILL))
    attempt("to kill the victim's group", lambda: os.killpg(TARGET["victim"], signal.SIGKILL))
    attempt("to kill it by a handle", lambda: signal.pidfd_send_signal(os.pidfd_open(TARGET["victim"]), signal.SIGKILL))
    attempt("to signal the prover", lambda: os.kill(TARGET["prover's pid"], 0))
    attempt("to signal the prover by a handle", lambda: signal.pidfd_send_signal(os.pidfd_open(TARGET["prover's pid"]), 0))
    if TARGET["contained"]:  # else it is the prover's server, without which nobody hears of this
        attempt("to kill the parent", lambda: kill(parent))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
