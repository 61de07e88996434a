"""Hash features with a function that is the same everywhere, not with Python's hash()."""

import os
import subprocess
import sys


def buckets(code):
    """Return the buckets of three words as five interpreters compute them."""
    code = f"{code}\nprint([bucket(w) for w in ('cat', 'dog', 'mat')])"
    outputs = []
    for seed in range(1, 6):  # by default each interpreter draws its own
        environment = os.environ | {"PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", code]
        outputs.append(subprocess.check_output(command, env=environment, text=True).strip())
    return outputs


def broken():
    return buckets("""
def bucket(word):
    return hash(word) % 1000
""")


def fixed():
    return buckets("""
import zlib
def bucket(word):
    return zlib.crc32(word.encode()) % 1000
""")


def mistake_hash_of_a_tuple():
    return buckets("""
def bucket(word):
    return hash((word, 0)) % 1000
""")


def check(outputs):
    """A word falls into the same bucket in every interpreter."""
    different = len(set(outputs))
    assert different == 1, f"3 words, {different} different sets of buckets in 5 interpreters"
