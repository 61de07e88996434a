"""Call the kernel through its interface for 32 bits, whose numbers a filter might not know."""

# expected: other-error
# words: killed by signal 31
# machine: x86_64

import ctypes
import mmap


def attack():
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes([0xB8, 20, 0, 0, 0, 0xCD, 0x80, 0xC3]))  # mov eax, 20 (getpid); int 0x80; ret
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    print("managed to be", ctypes.CFUNCTYPE(ctypes.c_int)(address)())


def broken():
    attack()


def fixed():
    print("idle")
