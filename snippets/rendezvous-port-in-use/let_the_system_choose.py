"""Start single-node jobs with --standalone: the system then chooses a free port for each job."""

import contextlib
import os
import socket

from torch.distributed.run import main as torchrun

os.environ["OMP_NUM_THREADS"] = "1"
open("train.py", "w").write("print('done', file=open('result', 'w'))")


def another_job():
    """Listen on the port that the launch script names, as its first run still does."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with contextlib.suppress(OSError):  # somebody else does already
        listener.bind(("", 29500))
        listener.listen()
    return listener


def broken():
    with another_job():
        torchrun(["--master-port=29500", "--nproc-per-node=1", "train.py"])
        return open("result").read()


def fixed():
    with another_job():
        torchrun(["--standalone", "--nproc-per-node=1", "train.py"])
        return open("result").read()


def mistake_other_gpus():
    with another_job():
        os.environ["CUDA_VISIBLE_DEVICES"] = "2,3"
        torchrun(["--master-port=29500", "--nproc-per-node=1", "train.py"])
        return open("result").read()


def mistake_rdzv_id_alone():
    with another_job():
        torchrun(["--rdzv-id=my-job", "--master-port=29500", "--nproc-per-node=1", "train.py"])
        return open("result").read()


def check(result):
    """The script ran although another job listens on port 29500."""
    assert result == "done\n", f"the script wrote {result!r}"
