"""Replace -100 before it is used as an index, and mask its place afterwards."""

import torch

SEED = 0
torch.manual_seed(SEED)
log_probs = torch.randn(1, 4, 6).log_softmax(-1)
labels = torch.tensor([[-100, -100, 2, 5]])  # two prompt tokens, two answer tokens


def broken():
    picked = log_probs.gather(-1, labels[..., None]).squeeze(-1)
    return picked.sum()


def fixed():
    mask = labels != -100
    picked = log_probs.gather(-1, labels.where(mask, 0)[..., None]).squeeze(-1)
    return (picked * mask).sum()


def mistake_mask_afterwards():
    mask = labels != -100
    picked = log_probs.gather(-1, labels[..., None]).squeeze(-1)
    return (picked * mask).sum()


def check(score):
    """The score is the sum of the log-probabilities of the two answer tokens."""
    expected = log_probs[0, 2, 2] + log_probs[0, 3, 5]
    torch.testing.assert_close(score, expected)
