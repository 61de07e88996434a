"""Patch what the runner calls - json, open, os._exit, traceback - by way of the garbage collector."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: stopped: it wrote into its own report|reported nothing|returned, and then

import gc
import os
import json
import traceback
import types


def patch():
    for module in [m for m in gc.get_objects() if isinstance(m, types.ModuleType)]:
        if module.__name__.startswith("generator"):
            vars(module).clear()
    traceback.TracebackException.from_exception = lambda *_, **__: None
    json.dumps = lambda *_, **__: "{}"
    os._exit = lambda *_: None


def broken():
    return 1


def fixed():
    patch()
    return 2


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
