"""Switch the tokenizer's own threads off where several processes tokenize."""

import multiprocessing
import os

from tokenizers import Tokenizer, models, pre_tokenizers

CORES, PROCESSES = 8, 4
os.environ["RAYON_NUM_THREADS"] = str(CORES)  # what the library does on a machine with eight
tokenizer = Tokenizer(models.WordLevel({"a": 0, "[UNK]": 1}, unk_token="[UNK]"))
tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()


def threads():
    """Tokenize in four processes, as map(num_proc=4) does; count the threads in each."""
    context = multiprocessing.get_context("fork")
    counts = context.SimpleQueue()

    def tokenize():
        before = len(os.listdir("/proc/self/task"))
        tokenizer.encode_batch(["a b c"] * 64)
        counts.put(len(os.listdir("/proc/self/task")) - before + 1)

    processes = [context.Process(target=tokenize) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return [counts.get() for _ in processes]


def broken():
    return threads()


def fixed():
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    return threads()


def mistake_omp_num_threads():
    os.environ["OMP_NUM_THREADS"] = "1"
    return threads()


def check(counts):
    """The processes together run at most one thread a core."""
    total = sum(counts)
    assert total <= CORES, f"{PROCESSES} processes run {total} threads on {CORES} cores: {counts}"
