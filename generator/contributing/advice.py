"""Says what a failed proof most often means to somebody who did not know what a snippet may not do."""

import re
from dataclasses import replace

from generator.problems import Problem

_MEANT = [
    (
        r"name resolution|getaddrinfo|gaierror|urlopen error|Network is unreachable|Connect(?:ion)?Error|Connection refused|MaxRetryError",
        "snippets run without a network: make small data and models in the set-up instead of fetching them",
    ),
    (
        r"NVIDIA driver|CUDA (?:driver|initiali[sz]ation|error)|compiled with CUDA|CUDA-capable|No HIP GPUs|MPS backend",
        "snippets run on a CPU: show there the part of the failure that a CPU has, or say under `unproved` why none can",
    ),
    (
        r"PermissionError|Read-only file system|Permission denied|Operation not permitted",
        "a snippet sees its own folder and nothing else: use relative paths, and start no service",
    ),
]


def advised(problem: Problem) -> Problem:
    """Put what was meant in front of a failed proof's hint, where the measurement tells that a wall was met."""
    measured = problem.message.rpartition("measured: ")[2]
    if problem.code != "proof-failed":
        return problem
    hint = next((words for pattern, words in _MEANT if re.search(pattern, measured)), "")
    return replace(problem, hint=f"{hint}; {problem.hint}") if hint else problem
