"""Give a single sample its batch dimension with unsqueeze(0)."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(
    torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.Flatten(), torch.nn.Linear(144, 5)
).eval()
image = torch.rand(3, 8, 8)


def broken():
    return model(image)


def fixed():
    return model(image.unsqueeze(0))


def check(scores):
    """The single image has the scores that it has in a batch of two."""
    both = model(torch.stack([image, image.flip(-1)]))
    torch.testing.assert_close(scores, both[:1])
