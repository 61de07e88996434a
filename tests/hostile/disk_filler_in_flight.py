"""Fill the disk with files that have no name and that no process holds: their descriptors are on the way through a socket."""

# either: yes
# expected: other-error
# limit: 5
# words: stopped: it wrote more than 50 MB of files

import array
import os
import socket
import time

kept = []


def attack():
    for _ in range(20):
        kept.append(socket.socketpair())
        with open("big", "wb") as file:
            os.unlink("big")
            file.write(b"x" * 10_000_000)
            file.flush()
            kept[-1][0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file.fileno()]))])
        time.sleep(0.05)
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
