"""Raise the number of workers until it exceeds loading time divided by step time."""

import time
import warnings

from torch.utils.data import DataLoader, Dataset

warnings.filterwarnings("ignore", message="This DataLoader will create 6")  # they only sleep


class Images(Dataset):
    def __len__(self):
        return 80

    def __getitem__(self, index):
        time.sleep(0.02)  # 80 ms for a batch of four
        return time.monotonic()


def steps_that_waited(**options):
    """Count the batches, after the first eight, that were not finished when they were asked for."""
    loader = DataLoader(Images(), batch_size=4, collate_fn=max, **options)
    waited, batches = [0], iter(loader)
    while True:
        asked = time.monotonic()
        finished = next(batches, None)
        if finished is None:
            return [count - waited[8] for count in waited[9:]]
        waited.append(waited[-1] + (finished > asked))
        time.sleep(0.04)  # the model: half the time of loading


def broken():
    return steps_that_waited(num_workers=1)


def fixed():
    return steps_that_waited(num_workers=6)


def mistake_prefetch_more():
    return steps_that_waited(num_workers=1, prefetch_factor=8)


def check(waited):
    """Once the workers run, no step waits for its batch."""
    assert waited[-1] == 0, f"after the start {waited[-1]} of {len(waited)} steps waited"
