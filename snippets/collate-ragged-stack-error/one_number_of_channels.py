"""Bring images to one number of channels in the dataset: a resize changes height and width only."""

import torch
from torch.nn.functional import interpolate
from torch.utils.data import DataLoader, Dataset

SEED = 0
torch.manual_seed(SEED)
colour, gray = torch.rand(3, 8, 8), torch.rand(1, 6, 6)


def resize(image):
    return interpolate(image[None], (8, 8))[0]


class Images(Dataset):
    def __init__(self, transform):
        self.transform = transform

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return self.transform((colour, gray)[index])


def broken():
    def transform(image):
        return resize(image)

    return next(iter(DataLoader(Images(transform), batch_size=2)))


def fixed():
    def transform(image):
        return resize(image).expand(3, -1, -1)

    return next(iter(DataLoader(Images(transform), batch_size=2)))


def mistake_normalize():
    def transform(image):
        return (resize(image) - 0.5) / 0.5

    return next(iter(DataLoader(Images(transform), batch_size=2)))


def check(batch):
    """Both pictures are in the batch, the gray one in three equal channels."""
    assert batch.shape == (2, 3, 8, 8), f"shape {tuple(batch.shape)}"
    torch.testing.assert_close(batch[0], colour)
    torch.testing.assert_close(batch[1, 2], resize(gray)[0])
