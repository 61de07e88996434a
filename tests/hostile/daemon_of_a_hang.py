"""Leave a detached daemon behind and hang."""

# expected: timed-out
# words: stopped after 1 s
# limit: 1

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
    time.sleep(60)


def broken():
    attack()


def fixed():
    print("idle")
