"""Leave a detached daemon behind and end."""

# off: survivor

import os
import time


def attack():
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        os.closerange(0, 3)
        time.sleep(60)
        os._exit(0)
    os.wait()
    print("managed nothing")


def broken():
    attack()


def fixed():
    print("idle")
