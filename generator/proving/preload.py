"""Imported by the fork server before its first fork: executes the import statements of the snippets to come.

The standard library swallows a preload that fails, and only if it is an ImportError; here nothing that a library
does while it is imported ends the server. What failed is imported again in the worker, where the error is reported.
"""

import gc
import json
import os
from contextlib import suppress

# What a library prints while it is imported is nobody's output.
for _number in (1, 2):
    os.dup2(os.open(os.devnull, os.O_WRONLY), _number)
for _statement in json.loads(os.environ.get("FAILPEDIA_PRELOAD", "[]")):
    with suppress(BaseException):  # reported by the worker that needs it
        exec(_statement, {})  # noqa: S102 - import statements, taken from the syntax tree
gc.freeze()  # what is imported stays shared between the forks
