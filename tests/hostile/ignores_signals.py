"""Ignore and block every signal that can be ignored, and loop."""

# expected: timed-out
# words: stopped after 1 s
# limit: 1

import signal
import time


def attack():
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    while True:
        time.sleep(60)


def broken():
    attack()


def fixed():
    print("idle")
