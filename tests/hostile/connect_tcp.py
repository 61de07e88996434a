"""Connect over TCP, to this machine and to the world."""

# off: managed to connect to 127.0.0.1

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
    for address in (("127.0.0.1", TARGET["tcp"]), ("1.1.1.1", 53)):
        attempt(f"to connect to {address[0]}", lambda: socket.create_connection(address, 1))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
