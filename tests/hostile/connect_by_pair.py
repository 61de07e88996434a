"""Turn one end of a socket pair, which needs no permission to be made, to Unix sockets outside."""

# off: managed to send to a socket in a folder by sendto.*to send to an abstract socket by connect

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


def connect(end, address):
    end.connect(address)
    end.send(b"hostile")


def attack():
    for where, address in (("a socket in a folder", TARGET["datagrams"]), ("an abstract socket", TARGET["abstract datagrams"])):
        for kind in (socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_STREAM):
            try:
                end, other = socket.socketpair(socket.AF_UNIX, kind)
            except OSError as error:
                print(f"no pair of {kind.name}: {error}")
                continue
            if kind == socket.SOCK_DGRAM:  # the others send to their pair whatever the address is
                attempt(f"to send to {where} by sendto", lambda: end.sendto(b"hostile", address))
                attempt(f"to send to {where} by sendmsg", lambda: end.sendmsg([b"hostile"], [], 0, address))
            attempt(f"to send to {where} by connect", lambda: connect(end, address))
            other.close()


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
