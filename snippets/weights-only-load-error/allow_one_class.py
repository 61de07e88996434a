"""Allow the class that an old checkpoint holds, for this one call."""

import argparse

import torch

options = argparse.Namespace(lr=0.1, layers=2)
torch.save({"args": options, "weight": torch.ones(2)}, "old.pt")


def broken():
    checkpoint = torch.load("old.pt")
    return vars(checkpoint["args"]) | {"weight": checkpoint["weight"]}


def fixed():
    with torch.serialization.safe_globals([argparse.Namespace]):
        checkpoint = torch.load("old.pt")
    return vars(checkpoint["args"]) | {"weight": checkpoint["weight"]}


def mistake_import_the_class():
    from argparse import Namespace

    checkpoint = torch.load("old.pt", map_location="cpu")
    assert isinstance(checkpoint["args"], Namespace)
    return vars(checkpoint["args"]) | {"weight": checkpoint["weight"]}


def check(loaded):
    """Options and weights are those that were saved."""
    assert (loaded["lr"], loaded["layers"]) == (0.1, 2), f"options {loaded}"
    assert loaded["weight"].tolist() == [1, 1], f"weight {loaded['weight']}"
