"""Connect to an abstract socket, which no file permission guards."""

# off: managed to connect

import socket

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
    attempt("to connect", lambda: socket.socket(socket.AF_UNIX).connect(TARGET["abstract"]))
    attempt("to send", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"hostile", TARGET["abstract"]))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
