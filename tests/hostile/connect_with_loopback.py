"""Use the loopback that a proof may ask for to reach what listens on the machine."""

# needs: loopback

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
    server = socket.create_server(("127.0.0.1", 0))
    client = socket.create_connection(server.getsockname())
    print("own loopback:", server.accept()[0].getsockname() == client.getpeername())
    attempt("to connect to the machine's", lambda: socket.create_connection(("127.0.0.1", TARGET["tcp"]), 1))
    attempt("to send to the machine's", lambda: exchange(TARGET["udp"]))
    attempt("to connect to an abstract socket", lambda: socket.socket(socket.AF_UNIX).connect(TARGET["abstract"]))
    attempt("to connect to the world", lambda: socket.create_connection(("1.1.1.1", 53), 1))


def exchange(port):
    client = socket.socket(type=socket.SOCK_DGRAM)
    client.connect(("127.0.0.1", port))
    client.send(b"hostile")
    client.settimeout(0.2)
    client.recv(1)


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
