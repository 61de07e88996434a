"""Choose the root cause by what each rank says, not by the time stamp that torchrun sorts by."""

import json
import signal

from torch.distributed.elastic.multiprocessing.errors import ChildFailedError, ProcessFailure

VICTIM = ("closed by peer", "Watchdog caught", "SIGTERM", "NCCL communicator was aborted")
CLOSED = "RuntimeError: Connection closed by peer [10.0.0.2]:29411"
SAME_SECOND = {0: CLOSED, 1: "ValueError: sample 4711 has no label"}
KILLED = {0: CLOSED, 1: None}  # the kernel killed rank 1, so it could not write anything


def report(errors):
    """Build torchrun's error from error files as @record writes them; rank 1 fails first in truth."""
    failures = {}
    for rank, error in errors.items():
        file, code = f"error-{rank}.json", 1 if error else -signal.SIGKILL
        if error:
            extra = {"py_callstack": error, "timestamp": "1700000000"}  # whole seconds
            with open(file, "w") as out:
                json.dump({"message": {"message": error, "extraInfo": extra}}, out)
        failures[rank] = ProcessFailure(rank, 100 + rank, code, file if error else "<N/A>")
    return ChildFailedError("train.py", failures)


def broken():
    def culprit(error):
        return error.get_first_failure()[0]

    return [culprit(report(errors)) for errors in (SAME_SECOND, KILLED)]


def fixed():
    def culprit(error):
        for rank, failure in error.failures.items():
            if not any(word in str(failure.message) for word in VICTIM):
                return rank

    return [culprit(report(errors)) for errors in (SAME_SECOND, KILLED)]


def check(ranks):
    """Rank 1 failed by itself, and rank 0 only lost its connection to it."""
    assert ranks == [1, 1], (
        f"called the root cause: rank {ranks[0]}; and after SIGKILL rank {ranks[1]}"
    )
