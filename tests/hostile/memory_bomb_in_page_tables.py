"""Fill the memory with tables of pages: reading untouched memory takes no page, but a table for every two megabytes."""

# either: yes
# expected: other-error
# words: stopped: it used more than 500 MB of memory

import ctypes
import time

SPAN = 500 << 30


def attack():
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    start = libc.mmap(None, SPAN, 1, 0x4022, -1, 0)  # readable, private, of no file, not reserved
    libc.madvise(start, SPAN, 15)  # no huge pages
    for offset in range(0, SPAN, 2 << 20):
        assert ctypes.c_char.from_address(start + offset).value == b"\0"
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
