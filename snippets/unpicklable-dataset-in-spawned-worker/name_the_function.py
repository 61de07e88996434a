"""Pass a function that has a name in its module, with its arguments in functools.partial."""

from functools import partial

from torch.utils.data import DataLoader, Dataset


class Numbers(Dataset):
    def __init__(self, transform):
        self.transform = transform

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return self.transform(index)


def scale(x, factor):
    return x * factor


def load(transform):
    loader = DataLoader(
        Numbers(transform), batch_size=None, num_workers=1, multiprocessing_context="spawn"
    )
    return [int(x) for x in loader]


def broken():
    factor = 10
    transform = lambda x: x * factor  # noqa: E731
    return load(transform)


def fixed():
    factor = 10
    transform = partial(scale, factor=factor)
    return load(transform)


def mistake_local_function():
    factor = 10

    def transform(x):
        return x * factor

    return load(transform)


def check(values):
    """A spawned worker applies the transform to every sample."""
    assert values == [0, 10, 20, 30], f"got {values}"
