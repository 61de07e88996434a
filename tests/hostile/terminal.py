"""Type into the caller's terminal and leave it in raw mode."""

import fcntl
import os
import termios
import tty

TARGET = {}  # the test names what to attack
managed = []


def attempt(what, action):
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        managed.append(what)


def open_and_spoil(path):
    handle = os.open(path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(handle)


def attack():
    for path in ("/dev/tty", "/dev/console", "/dev/ptmx", TARGET["terminal"]):
        attempt(f"to open {path}", lambda: open_and_spoil(path))
    for handle in range(64):
        attempt(f"to type into {handle}", lambda: fcntl.ioctl(handle, termios.TIOCSTI, b"x"))
        attempt(f"to take {handle}", lambda: fcntl.ioctl(handle, termios.TIOCSCTTY, 1))
        attempt(f"to spoil {handle}", lambda: tty.setraw(handle))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
