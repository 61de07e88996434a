"""Fill files that live in memory and that no process maps."""

# expected: other-error
# limit: 5
# words: stopped: it used more than 500 MB of memory|MemoryError|OSError|PermissionError

import os
import time


def attack():
    kept = [os.memfd_create("hostile") for _ in range(14)]
    for handle in kept:
        os.write(handle, b"x" * 64_000_000)
        time.sleep(0.05)
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
