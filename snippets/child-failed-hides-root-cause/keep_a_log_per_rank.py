"""Let torchrun write each rank's output to a file of its own."""

import glob
import os
import textwrap

from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
from torch.distributed.run import main as torchrun

os.environ["OMP_NUM_THREADS"] = "1"
SCRIPT = """
    import os, time
    if os.environ["RANK"] == "1":
        raise ValueError("sample 4711 has no label")
    time.sleep(60)  # waits for rank 1 in a collective
"""


def logs_of(*options):
    """Run two ranks under torchrun and return what is on disk afterwards for each of them."""
    open("train.py", "w").write(textwrap.dedent(SCRIPT))
    try:
        torchrun(["--standalone", "--nproc-per-node=2", *options, "train.py"])
    except ChildFailedError:
        files = sorted(glob.glob("logs/*/attempt_0/*/stderr.log"))
        return {file.split("/")[-2]: open(file).read() for file in files}


def broken():
    return logs_of()


def fixed():
    return logs_of("--log-dir=logs", "--redirects=3")


def mistake_log_dir_alone():
    return logs_of("--log-dir=logs")


def check(logs):
    """Rank 1's own error is in rank 1's own file."""
    own = logs.get("1", "")
    assert "sample 4711 has no label" in own, f"logs kept: {sorted(logs)}, rank 1's: {own[-60:]!r}"
