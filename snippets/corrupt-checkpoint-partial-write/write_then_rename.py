"""Write the checkpoint under another name, flush it to the disk, then rename it into place."""

import multiprocessing
import os
import resource
import signal

import torch

before = {"step": 100, "weight": torch.zeros(65536)}
after = {"step": 200, "weight": torch.ones(65536)}


def killed_in_the_middle(save):
    """Simulate the kill: the kernel kills the writer when its file reaches 100 kB of 262 kB."""

    def writer():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        save(after)

    process = multiprocessing.get_context("fork").Process(target=writer)
    process.start()
    process.join()
    print("writer ended with", signal.Signals(-process.exitcode).name)


def broken():
    def save(state):
        torch.save(state, "last.pt")

    save(before)
    killed_in_the_middle(save)
    return torch.load("last.pt")


def fixed():
    def save(state):
        with open("last.pt.tmp", "wb") as file:
            torch.save(state, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace("last.pt.tmp", "last.pt")

    save(before)
    killed_in_the_middle(save)
    return torch.load("last.pt")


def mistake_flush_in_place():
    def save(state):
        with open("last.pt", "wb") as file:
            torch.save(state, file)
            file.flush()
            os.fsync(file.fileno())

    save(before)
    killed_in_the_middle(save)
    return torch.load("last.pt")


def mistake_weights_only_false():
    def save(state):
        torch.save(state, "last.pt")

    save(before)
    killed_in_the_middle(save)
    return torch.load("last.pt", weights_only=False)


def check(state):
    """What is loaded is one whole saved state, the one before or the one after."""
    whole = before if state["step"] == 100 else after
    differing = (state["weight"] != whole["weight"]).sum().item()
    assert differing == 0, f"{differing} weights are not those saved at step {state['step']}"
