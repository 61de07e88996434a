"""Start persistent workers before any thread of yours."""

import threading

from torch.utils.data import DataLoader, Dataset

lock = threading.Lock()


class Tokens(Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, index):
        with lock:
            return index * index


def start_metrics_thread():
    """Stand in for a thread that is inside its critical section when the workers are forked."""
    taken, done = threading.Event(), threading.Event()

    def work():
        with lock:
            taken.set()
            done.wait(0.5)

    threading.Thread(target=work, daemon=True).start()
    taken.wait()


options = {"batch_size": None, "num_workers": 1, "multiprocessing_context": "fork"}


def broken():
    loader = DataLoader(Tokens(), **options)
    start_metrics_thread()
    batches = iter(loader)
    return [int(x) for x in batches]


def fixed():
    loader = DataLoader(Tokens(), **options)
    batches = iter(loader)
    start_metrics_thread()
    return [int(x) for x in batches]


def mistake_persistent_workers():
    loader = DataLoader(Tokens(), persistent_workers=True, **options)
    start_metrics_thread()
    batches = iter(loader)
    return [int(x) for x in batches]


def check(values):
    """Both samples arrive."""
    assert values == [0, 1], f"got {values}"
