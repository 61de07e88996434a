"""Limit the pools of other libraries in each worker: DataLoader limits torch's and no other."""

import os
import warnings
from concurrent.futures import ThreadPoolExecutor

import torch
from torch.utils.data import DataLoader, Dataset

CORES = 8
warnings.filterwarnings("ignore", message="This DataLoader will create 4")
torch.set_num_threads(CORES)  # what torch does by itself on a machine with eight cores


class Decoder:
    """Stands for a library that keeps a pool with one thread a core, as OpenCV and BLAS do."""

    threads, pool = CORES, None

    def decode(self, index):
        self.pool = self.pool or ThreadPoolExecutor(self.threads)
        return sum(self.pool.map(abs, range(64)))


decoder = Decoder()


class Images(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        decoder.decode(index)
        return {"torch": torch.get_num_threads(), "decoder": decoder.pool._max_workers}


def threads(**options):
    loader = DataLoader(Images(), batch_size=2, num_workers=4, collate_fn=list, **options)
    return [batch[0] for batch in loader]


def broken():
    return threads()


def fixed():
    def limit(worker_id):
        decoder.threads = CORES // 4

    return threads(worker_init_fn=limit)


def mistake_torch_set_num_threads():
    def limit(worker_id):
        torch.set_num_threads(1)

    return threads(worker_init_fn=limit)


def mistake_omp_num_threads():
    def limit(worker_id):
        os.environ["OMP_NUM_THREADS"] = "1"

    return threads(worker_init_fn=limit)


def check(workers):
    """The pools of the four workers together have at most one thread a core."""
    total = sum(worker["decoder"] for worker in workers)
    assert total <= CORES, f"{len(workers)} workers, {total} decoder threads on {CORES} cores"
