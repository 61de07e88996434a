"""Leave System V shared memory, a queue and a semaphore behind."""

import ctypes

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


def make(function, *arguments):
    if function(TARGET["key"], *arguments, 0o1600) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def attack():
    for name, arguments in (("shmget", (10_000_000,)), ("msgget", ()), ("semget", (1,))):
        try:
            make(getattr(libc, name), *arguments)
        except OSError as error:
            print(name, error)


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
