"""Give the loader workers, so that batches are fetched while the model works."""

import time

from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, index):
        time.sleep(0.003)  # stands for reading and decoding one image
        return time.monotonic()


def steps_that_waited(loader):
    """Count, step by step, the batches that were not finished when the loop asked for them."""
    waited, batches = [0], iter(loader)
    while True:
        asked = time.monotonic()
        finished = next(batches, None)
        if finished is None:
            return waited[1:]
        waited.append(waited[-1] + (finished > asked))
        time.sleep(0.1)  # stands for the model


def broken():
    return steps_that_waited(DataLoader(Images(), batch_size=4, collate_fn=max))


def fixed():
    return steps_that_waited(DataLoader(Images(), batch_size=4, collate_fn=max, num_workers=2))


def mistake_larger_batches():
    return steps_that_waited(DataLoader(Images(), batch_size=8, collate_fn=max))


def mistake_pin_memory():
    return steps_that_waited(DataLoader(Images(), batch_size=4, collate_fn=max, pin_memory=True))


def check(waited):
    """Only the first step waits for data, because nothing can be fetched before it."""
    assert waited[-1] == 1, f"{waited[-1]} of {len(waited)} steps waited for their batch"
