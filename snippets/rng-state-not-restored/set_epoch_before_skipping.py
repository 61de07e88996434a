"""Set the epoch on an Accelerate loader before its first batches are skipped."""

import itertools

from accelerate import Accelerator
from accelerate.utils import DataLoaderConfiguration
from torch.utils.data import DataLoader

EPOCH, CONSUMED = 2, 2
data = list(range(12))
accelerator = Accelerator(
    cpu=True, dataloader_config=DataLoaderConfiguration(use_seedable_sampler=True, data_seed=7)
)


def new_loader():
    return accelerator.prepare(DataLoader(data, batch_size=2, shuffle=True))


def broken():
    loader = new_loader()
    rest = accelerator.skip_first_batches(loader, CONSUMED)
    return [batch.tolist() for batch in rest]


def fixed():
    loader = new_loader()
    loader.set_epoch(EPOCH)
    rest = accelerator.skip_first_batches(loader, CONSUMED)
    return [batch.tolist() for batch in rest]


def check(rest):
    """The batches after a resume are those that the interrupted epoch had left."""
    loader = new_loader()
    for _ in range(EPOCH):
        list(loader)
    left = [batch.tolist() for batch in itertools.islice(loader, CONSUMED, None)]
    assert rest == left, f"epoch {EPOCH} had {left} left, the resumed run read {rest}"
