"""Let the head measure its input size; do not carry it over from another image size."""

import torch

SEED = 0
torch.manual_seed(SEED)
images = torch.rand(8, 3, 36, 36)


def build(head):
    torch.manual_seed(SEED)
    features = torch.nn.Sequential(
        torch.nn.Conv2d(3, 6, 5), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten()
    )
    return torch.nn.Sequential(features, head(features))


def broken():
    def head(features):
        return torch.nn.Linear(6 * 14 * 14, 10)

    return build(head)(images).shape


def fixed():
    def head(features):
        size = features(torch.zeros(1, 3, 36, 36)).shape[1]
        return torch.nn.Linear(size, 10)

    return build(head)(images).shape


def check(shape):
    """Each image gets its own row of ten scores."""
    assert tuple(shape) == (8, 10), f"scores of shape {tuple(shape)} for 8 images"
