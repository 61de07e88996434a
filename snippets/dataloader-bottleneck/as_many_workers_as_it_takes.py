"""Raise the number of workers until it exceeds loading time divided by step time."""

import time
import warnings

from torch.utils.data import DataLoader, Dataset

warnings.filterwarnings("ignore", message="This DataLoader will create 6")  # they only sleep


class Images(Dataset):
    def __len__(self):
        return 72

    def __getitem__(self, index):
        time.sleep(0.02)  # 80 ms for a batch of four
        return time.monotonic()


def steps_that_waited(**options):
    """Count, step by step, the batches that were not finished when the loop asked for them."""
    loader = DataLoader(Images(), batch_size=4, collate_fn=max, **options)
    waited, batches = [0], iter(loader)
    while True:
        asked = time.monotonic()
        finished = next(batches, None)
        if finished is None:
            return waited[1:]
        waited.append(waited[-1] + (finished > asked))
        time.sleep(0.04)  # the model: half the time of loading


def broken():
    return steps_that_waited(num_workers=1)


def fixed():
    return steps_that_waited(num_workers=6)


def mistake_prefetch_more():
    return steps_that_waited(num_workers=1, prefetch_factor=8)


def check(waited):
    """After one round of the workers no step waits for its batch any more."""
    late = waited[-1] - waited[5]
    assert late == 0, f"after the first 6 steps {late} of {len(waited) - 6} waited for their batch"
