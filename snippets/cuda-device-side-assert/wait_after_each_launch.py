"""Wait for every operation, as CUDA_LAUNCH_BLOCKING=1 does, so that the error has its own line."""

import traceback
from concurrent.futures import ThreadPoolExecutor

import torch

STREAM = ThreadPoolExecutor(1)  # stands for a CUDA stream: it works in order, later than Python
launched = []
table = torch.nn.Embedding(20, 4)


def launch(function, *args, wait):
    """Start an operation; an error is kept, and raised by the next call that waits."""
    launched.append(STREAM.submit(function, *args))
    if wait:
        for work in launched:
            work.result()


def embed(wait):
    launch(table, torch.tensor([23]), wait=wait)


def attend(wait):
    launch(torch.ones, 4, wait=wait)


def log_the_loss():
    launch(torch.ones, 1, wait=True)  # .item() has to wait in any case


def broken():
    try:
        embed(wait=False), attend(wait=False), log_the_loss()
    except IndexError as error:
        return [frame.name for frame in traceback.extract_tb(error.__traceback__)][1]


def fixed():
    try:
        embed(wait=True), attend(wait=True), log_the_loss()
    except IndexError as error:
        return [frame.name for frame in traceback.extract_tb(error.__traceback__)][1]


def check(blamed):
    """The traceback goes through the call whose id was out of range."""
    assert blamed == "embed", f"the traceback blames {blamed}"
