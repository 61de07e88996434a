"""Start workers with spawn or forkserver: a forked one inherits locks that nobody will release."""

import multiprocessing
import threading

lock = threading.Lock()


def square(index):
    with lock:  # stands for the lock inside a logger, a cache or a client library
        return index * index


def hold_the_lock(taken, done):
    with lock:
        taken.set()
        done.wait()


def workers(method):
    """Start one worker while another thread is inside its critical section, as any may be."""
    taken, done = threading.Event(), threading.Event()
    threading.Thread(target=hold_the_lock, args=(taken, done), daemon=True).start()
    taken.wait()
    pool = multiprocessing.get_context(method).Pool(1)
    done.set()
    return pool


def broken():
    with workers("fork") as pool:
        return pool.map(square, range(4))


def fixed():
    with workers("spawn") as pool:
        return pool.map(square, range(4))


def check(values):
    """Every task comes back."""
    assert values == [0, 1, 4, 9], f"got {values}"
