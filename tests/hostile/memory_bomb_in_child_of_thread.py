"""Allocate memory without end in a process that a thread started."""

# either: yes
# expected: other-error
# limit: 5
# words: stopped: it used more than 500 MB of memory

import os
import threading
import time


def grow():
    kept = []
    for _ in range(14):
        kept.append(b"x" * 64_000_000)
        time.sleep(0.05)
    time.sleep(30)
    os._exit(0)


def start():
    if os.fork() == 0:
        grow()
    os.wait()


def attack():
    thread = threading.Thread(target=start)
    thread.start()
    thread.join()


def broken():
    attack()


def fixed():
    print("idle")
