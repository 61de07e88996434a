"""Tell the loss which value marks pixels without a class."""

import torch
import torch.nn.functional as F

SEED = 0
torch.manual_seed(SEED)
CLASSES, VOID = 3, 255
mask = torch.randint(0, CLASSES, (2, 4, 4))
mask[:, 0, :] = VOID  # a border that nobody annotated
logits = torch.randn(2, CLASSES, 4, 4)


def broken():
    return F.cross_entropy(logits, mask)


def fixed():
    return F.cross_entropy(logits, mask, ignore_index=VOID)


def mistake_another_ignore_index():
    return F.cross_entropy(logits, mask, ignore_index=-1)


def check(loss):
    """The loss is the mean over the annotated pixels."""
    known = mask != VOID
    expected = F.cross_entropy(logits.movedim(1, -1)[known], mask[known])
    assert torch.isclose(loss, expected), f"loss {loss:.4f}, annotated pixels {expected:.4f}"
