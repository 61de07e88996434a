"""Start the script with torchrun, which sets the variables that init_process_group reads."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import torch, torch.distributed as dist
dist.init_process_group("gloo")
total = torch.ones(1)
dist.all_reduce(total)
print("sum over ranks:", int(total))
dist.destroy_process_group()
"""
Path("train.py").write_text(SCRIPT)
LAUNCHER = {"RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"}
environment = {key: value for key, value in os.environ.items() if key not in LAUNCHER}
environment["GLOO_SOCKET_IFNAME"] = "lo"


def run(command):
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    lines = (done.stdout + done.stderr).splitlines()
    for line in lines:
        if "sum over ranks" in line or "Error" in line:
            print(line)
    return lines.count("sum over ranks: 2")


def broken():
    return run([sys.executable, "train.py"])


def fixed():
    torchrun = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    return run([sys.executable, *torchrun, "train.py"])


def check(ranks_with_two):
    """Two ranks summed over two ranks."""
    assert ranks_with_two == 2, f"{ranks_with_two} of 2 ranks finished"
