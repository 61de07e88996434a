"""Read a mask's grey values as colours and turn them into class indices first."""

import torch
import torch.nn.functional as F

CLASSES = 2
grey = torch.tensor([[0, 0, 255], [0, 255, 255]])  # a black and white mask, as saved in a file


def broken():
    target = grey
    return F.one_hot(target, CLASSES)


def fixed():
    target = (grey == 255).long()
    return F.one_hot(target, CLASSES)


def check(one_hot):
    """The white pixels, and only they, belong to class 1."""
    white = (one_hot[..., 1] == 1).tolist()
    assert white == (grey == 255).tolist(), f"class 1 at {white}"
