"""Give binary_cross_entropy_with_logits its yes and no as floats."""

import torch

SEED = 0
torch.manual_seed(SEED)
logits = torch.randn(8)
labels = torch.tensor([0, 1, 1, 0, 1, 0, 0, 1])


def broken():
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, labels)


def fixed():
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, labels.float())


def mistake_int():
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, labels.int())


def check(loss):
    """The loss is the mean of the surprise at each label."""
    p = logits.sigmoid()
    surprise = [-(p[i] if yes else 1 - p[i]).log() for i, yes in enumerate(labels.tolist())]
    torch.testing.assert_close(loss, torch.stack(surprise).mean())
