"""Fill the disk with files that have no name and no descriptor: only the memory map holds them."""

# either: yes
# expected: other-error
# limit: 5
# words: stopped: it wrote more than 50 MB of files

import ctypes
import mmap
import os
import time

SIZE = 20_000_000
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]


def attack():
    for _ in range(10):
        handle = os.open("big", os.O_CREAT | os.O_RDWR)
        os.unlink("big")
        os.truncate(handle, SIZE)
        address = libc.mmap(None, SIZE, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED, handle, 0)
        os.close(handle)  # the module mmap would keep one
        ctypes.memset(address, 120, SIZE)
        time.sleep(0.05)
    time.sleep(30)


def broken():
    attack()


def fixed():
    print("idle")
