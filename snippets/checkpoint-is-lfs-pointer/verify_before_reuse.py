"""Reuse a downloaded file only if its checksum is right, not because it exists."""

import hashlib
import pathlib

import torch

torch.save({"weight": torch.arange(6.0)}, "on_the_server.pt")
SHA256 = hashlib.sha256(pathlib.Path("on_the_server.pt").read_bytes()).hexdigest()
cached = pathlib.Path("cached.pt")
cached.write_text("<!DOCTYPE html><html><title>Quota exceeded</title></html>")  # last week's try


def download():
    cached.write_bytes(pathlib.Path("on_the_server.pt").read_bytes())


def is_the_file(path):
    return path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == SHA256


def broken():
    if not cached.exists():
        download()
    return torch.load(cached)


def fixed():
    if not is_the_file(cached):
        download()
    return torch.load(cached)


def mistake_weights_only_false():
    if not cached.exists():
        download()
    return torch.load(cached, weights_only=False)


def check(loaded):
    """The tensor that is on the server arrives."""
    torch.testing.assert_close(loaded, {"weight": torch.arange(6.0)})
