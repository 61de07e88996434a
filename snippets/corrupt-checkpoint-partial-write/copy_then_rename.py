"""Copy a checkpoint to shared storage under another name, and rename it when it is complete."""

import multiprocessing
import os
import resource
import shutil
import signal

import torch
from safetensors.torch import load_file, save_file

os.makedirs("shared", exist_ok=True)
save_file({"weight": torch.zeros(65536)}, "shared/model.safetensors")
save_file({"weight": torch.ones(65536)}, "model.safetensors")


def killed_in_the_middle(publish):
    """Simulate the kill: the kernel kills the copier when its file reaches 100 kB of 262 kB."""

    def copier():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        publish()

    process = multiprocessing.get_context("fork").Process(target=copier)
    process.start()
    process.join()
    print("copier ended with", signal.Signals(-process.exitcode).name)


def broken():
    def publish():
        shutil.copyfile("model.safetensors", "shared/model.safetensors")

    killed_in_the_middle(publish)
    return load_file("shared/model.safetensors")["weight"]


def fixed():
    def publish():
        shutil.copyfile("model.safetensors", "shared/model.safetensors.part")
        with open("shared/model.safetensors.part", "rb+") as file:
            os.fsync(file.fileno())
        os.replace("shared/model.safetensors.part", "shared/model.safetensors")

    killed_in_the_middle(publish)
    return load_file("shared/model.safetensors")["weight"]


def check(weight):
    """What is loaded is one whole file, the one before or the one after."""
    values = sorted(set(weight.tolist()))
    assert values in ([0.0], [1.0]), f"the weights mix the values {values}"
