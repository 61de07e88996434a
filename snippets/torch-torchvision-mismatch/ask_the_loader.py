"""Load the library by hand: the dynamic loader says why it does not fit."""

import ctypes
import pathlib

import torch

library = pathlib.Path("_C.so").absolute()
library.write_bytes(b"built for another machine" * 9)  # stands for a binary that does not fit


def broken():
    try:
        torch.ops.load_library(library)
    except OSError as error:
        return str(error)


def fixed():
    try:
        ctypes.CDLL(str(library))
    except OSError as error:
        return str(error)


def check(message):
    """The message gives the loader's reason, not only the file's name."""
    told = message.replace(str(library.parent), "...")
    assert "invalid ELF header" in message, f"all it says: {told}"
