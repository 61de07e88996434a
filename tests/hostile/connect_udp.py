"""Send over UDP, to this machine and to the world."""

# off: managed to send to 127.0.0.1

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
    for address in (("127.0.0.1", TARGET["udp"]), ("1.1.1.1", 53), ("255.255.255.255", 9)):
        attempt(f"to send to {address[0]}", lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"hostile", address))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
