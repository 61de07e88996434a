"""Write beside the good checkpoint, so that a full disk costs the new file and not the old one."""

import multiprocessing
import os
import resource

import torch

before = {"step": 100, "weight": torch.zeros(65536)}
after = {"step": 200, "weight": torch.ones(65536)}


def without_space(save):
    """Simulate the full disk: no file of the writer may grow beyond 100 kB, so its write fails."""

    def writer():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        save(after)

    process = multiprocessing.get_context("fork").Process(target=writer)
    process.start()
    process.join()


def broken():
    def save(state):
        torch.save(state, "last.pt")

    save(before)
    without_space(save)
    return torch.load("last.pt")


def fixed():
    def save(state):
        torch.save(state, "last.pt.tmp")
        os.replace("last.pt.tmp", "last.pt")

    save(before)
    without_space(save)
    return torch.load("last.pt")


def check(state):
    """The checkpoint from before the disk filled up is still there and whole."""
    differing = (state["weight"] != before["weight"]).sum().item()
    assert state["step"] == 100, f"step {state['step']} was loaded, not 100"
    assert differing == 0, f"{differing} weights are not those saved at step 100"
