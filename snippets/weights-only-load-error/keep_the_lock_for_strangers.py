"""Load a stranger's file with weights_only, so that nothing in it can run."""

import os
import pickle

import torch


class Weights:
    """Looks like data, and asks the reader to call os.mkdir when it is unpickled."""

    def __reduce__(self):
        return os.mkdir, ("made-by-the-file",)


torch.save({"weight": torch.ones(2), "extra": Weights()}, "downloaded.pt")


def outcome(read):
    """Tell whether the file was refused, and whether its command ran."""
    try:
        read("downloaded.pt")
        refused = False
    except pickle.UnpicklingError:
        refused = True
    return {"refused": refused, "command ran": os.path.exists("made-by-the-file")}


def broken():
    def read(file):
        return torch.load(file, weights_only=False)

    return outcome(read)


def fixed():
    def read(file):
        return torch.load(file, weights_only=True)

    return outcome(read)


def mistake_environment_variable():
    def read(file):
        os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = "1"
        return torch.load(file)

    return outcome(read)


def check(seen):
    """The file is refused, and the command that stands in it did not run."""
    assert seen == {"refused": True, "command ran": False}, f"{seen}"
