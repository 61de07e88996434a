"""Open sockets of rarer families: virtual machine, raw packets, Bluetooth, the kernel's cryptography."""

import socket


managed = []


def attempt(what, action):
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        managed.append(what)


def attack():
    for name in ("AF_VSOCK", "AF_PACKET", "AF_BLUETOOTH", "AF_ALG", "AF_CAN", "AF_TIPC"):
        attempt(name, lambda: socket.socket(getattr(socket, name), socket.SOCK_RAW))
        attempt(name, lambda: socket.socket(getattr(socket, name), socket.SOCK_STREAM))
    attempt("raw IP", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
