"""Fork from threads, whose children the kernel lists apart from those of the main thread."""

# expected: other-error
# limit: 3
# words: stopped: it had more than 40 processes

import os
import threading
import time


def fork_some():
    for _ in range(20):
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
    time.sleep(20)


def attack():
    threads = [threading.Thread(target=fork_some) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
