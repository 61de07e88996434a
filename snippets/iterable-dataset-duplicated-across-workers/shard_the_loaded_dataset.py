"""Shard in worker_init_fn when the dataset is not yours: reach it through get_worker_info()."""

from torch.utils.data import DataLoader, IterableDataset, get_worker_info


class Files(IterableDataset):
    """A third party's dataset, which reads all the files it was given."""

    def __init__(self, files):
        self.files = files

    def __len__(self):
        return 3 * len(self.files)

    def __iter__(self):
        for name in self.files:
            yield from (f"{name}:{line}" for line in range(3))


files = ["a", "b", "c", "d", "e"]


def epoch(dataset, init):
    loader = DataLoader(dataset, batch_size=None, num_workers=2, worker_init_fn=init)
    print(len(loader), "lines expected")  # as a progress bar does
    return list(loader)


def broken():
    def init(worker):
        pass

    return epoch(Files(files), init)


def fixed():
    def init(worker):
        info = get_worker_info()
        info.dataset.files = info.dataset.files[worker :: info.num_workers]

    return epoch(Files(files), init)


def mistake_use_the_outer_name():
    def init(worker):
        dataset.files = dataset.files[worker::2]

    dataset = Files(files)
    return epoch(Files(files), init)


def check(seen):
    """Each line of each file comes once."""
    expected = sorted(Files(files))
    assert sorted(seen) == expected, f"{len(seen)} lines of {len(expected)}"
