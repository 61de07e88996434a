"""Rename new data into place, so that a running job finishes on the file it began with."""

import os
import subprocess
import sys

import numpy as np

np.arange(60_000, dtype=np.uint16).tofile("train.bin")
with open("job.py", "w") as file:
    file.write("""import numpy as np

tokens = np.memmap("train.bin", dtype=np.uint16, mode="r")
print("step 1 reads", tokens[0], flush=True)
input()
print("step 2 reads", tokens[50_000], flush=True)
""")


def run_job(between_the_steps):
    """Run job.py as a program of its own, and do something else between its two steps."""
    command = [sys.executable, "-X", "faulthandler", "job.py"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as job:
        first = job.stdout.readline()
        between_the_steps()
        rest, _ = job.communicate("\n")
    return job.returncode, first + rest


def broken():
    def preprocess():
        np.arange(30_000, dtype=np.uint16).tofile("train.bin")

    return run_job(preprocess)


def fixed():
    def preprocess():
        np.arange(30_000, dtype=np.uint16).tofile("train.bin.tmp")
        os.replace("train.bin.tmp", "train.bin")

    return run_job(preprocess)


def check(result):
    """The job ends normally, and both of its steps read the file that it opened."""
    code, printed = result
    assert code == 0, f"exit code {code} after: {printed.strip()}"
    assert printed.split("\n")[1] == "step 2 reads 50000", printed
