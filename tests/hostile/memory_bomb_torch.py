"""Allocate memory through torch without end."""

# either: yes
# expected: other-error
# limit: 5
# words: stopped: it used more than 500 MB of memory
# needs: torch

import time

import torch


def attack():
    kept = []
    for _ in range(14):
        kept.append(torch.ones(16_000_000))
        time.sleep(0.05)
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
