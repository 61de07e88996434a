"""Connect to Unix sockets: the caller's, Docker's, the system's."""

# off: managed to connect to a socket in a folder

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


def connect(path):
    socket.socket(socket.AF_UNIX).connect(path)


def attack():
    attempt("to connect to a socket in a folder", lambda: connect(TARGET["unix"]))
    for path in ("/var/run/docker.sock", "/run/systemd/private", "/run/dbus/system_bus_socket", "/run/systemd/journal/stdout"):
        attempt(f"to connect to {path}", lambda: connect(path))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
