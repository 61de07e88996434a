"""Hand the timeout to the object that makes the process group, which is the first one created."""

import datetime
import os

import torch
import torch.distributed as dist
from accelerate import Accelerator, InitProcessGroupKwargs, PartialState

os.environ.update(RANK="0", LOCAL_RANK="0", WORLD_SIZE="1", GLOO_SOCKET_IFNAME="lo")
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="0", ACCELERATE_USE_CPU="true")
TWO_HOURS = datetime.timedelta(hours=2)


def timeout_in_minutes():
    group = dist.group.WORLD._get_backend(torch.device("cpu"))
    return group.options._timeout.total_seconds() / 60


def broken():
    state = PartialState(cpu=True)
    Accelerator(cpu=True, kwargs_handlers=[InitProcessGroupKwargs(timeout=TWO_HOURS)])
    assert state.is_main_process
    return timeout_in_minutes()


def fixed():
    Accelerator(cpu=True, kwargs_handlers=[InitProcessGroupKwargs(timeout=TWO_HOURS)])
    state = PartialState(cpu=True)
    assert state.is_main_process
    return timeout_in_minutes()


def mistake_environment_variable():
    os.environ["NCCL_TIMEOUT"] = "7200"
    PartialState(cpu=True)
    return timeout_in_minutes()


def check(minutes):
    """The process group has the two hours that were asked for."""
    assert minutes == 120, f"the group waits {minutes:.0f} minutes, not 120"
