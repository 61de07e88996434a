"""Let a thread end the process with code 0 while the check runs."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: exit code 0 and reported nothing

import os
import threading
import time


def end():
    time.sleep(0.2)
    os._exit(0)


threading.Thread(target=end, daemon=True).start()


def broken():
    return 1


def fixed():
    return 2


def check(value):
    """The value is 0."""
    time.sleep(1)
    assert value == 0, f"the value is {value}"
