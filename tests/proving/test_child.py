"""A snippet in a warm worker cannot tell that it was not started as `python file.py`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.conftest import Sample
from tests.proving.test_prove import FOLDER, only, sides

FACTS = """
import atexit
import multiprocessing
import os
import random
import signal
import sys
import threading

import numpy


def worker(queue):
    queue.put(__name__)


def facts():
    context = multiprocessing.get_context("spawn")
    queue = context.SimpleQueue()
    process = context.Process(target=worker, args=(queue,))
    process.start()
    spawned = queue.get()
    process.join()
    return {
        "name": __name__,
        "main": sys.modules["__main__"].__dict__ is globals(),
        "file": os.path.relpath(__file__),
        "argv": [os.path.relpath(argument) for argument in sys.argv],
        "path": os.path.relpath(sys.path[0]),
        "rest of the path": sys.path[1:],
        "folder": sorted(os.listdir()),
        "environment": sorted(set(os.environ) - {"LC_CTYPE"}),
        "open files": sorted(set(os.listdir("/proc/self/fd")) & {str(n) for n in range(3)}),
        "more open files": len(os.listdir("/proc/self/fd")) - 4,
        "daemon": multiprocessing.current_process().daemon,
        "process name": multiprocessing.current_process().name,
        "parent process": multiprocessing.parent_process() is not None,
        "children": len(multiprocessing.active_children()),
        "start method": multiprocessing.get_start_method(),
        "thread": threading.current_thread() is threading.main_thread(),
        "threads": threading.active_count(),
        "SIGINT": str(signal.getsignal(signal.SIGINT)),
        "SIGTERM": str(signal.getsignal(signal.SIGTERM)),
        "SIGCHLD": str(signal.getsignal(signal.SIGCHLD)),
        "stdout": [sys.stdout.encoding, sys.stdout.errors, sys.stdout.line_buffering, sys.stdout.isatty()],
        "stderr": [sys.stderr.encoding, sys.stderr.errors, sys.stderr.isatty()],
        "session": os.getsid(0) == os.getpid(),
        "spawned": spawned,
    }


def broken():
    print("mean of means: 1.75")
    atexit.register(print, "left in order")
    return facts()


def fixed():
    return [random.random(), float(numpy.random.rand())]


if __name__ == "__main__" and sys.argv[1:] == []:
    pass
"""


def facts(sample: Sample, *options: str) -> tuple[str, str]:
    result = sample.run("prove", *options)
    assert result.exit_code == 0, result.output
    both = sides(sample, "warn.py")
    return both["broken"]["stdout"], both["fixed"]["returned"]


def test_indistinguishable_from_a_fresh_interpreter(sample: Sample, tmp_path: Path) -> None:
    only(sample, "warn.py")
    # printed, since the ledger shortens what a side returns
    sample.write(f"{FOLDER}/warn.py", FACTS.replace("    return facts()", "    import json\n\n    print(json.dumps(facts()))"))
    found, random_numbers = {}, set()
    for options in ((), ("--cold",)):
        stdout, numbers = facts(sample, *options)
        first, second, last = stdout.split("\n")
        assert (first, last) == ("mean of means: 1.75", "left in order")
        found[options] = json.loads(second)
        random_numbers.add(numbers)
        (sample.root / FOLDER / "proof.json").unlink()
    work = tmp_path / "work"
    work.mkdir()
    (work / "warn.py").write_text(sample.read(f"{FOLDER}/warn.py") + "\n    broken()\n", encoding="utf-8")
    environment = {"PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, str(work / "warn.py")],
        cwd=work,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        start_new_session=True,
    )
    plain = json.loads(done.stdout.split("\n")[1])
    assert plain["spawned"] == "__mp_main__"
    environment_names = found[()].pop("environment")
    assert environment_names == found["--cold",].pop("environment")
    assert not [name for name in environment_names if "TOKEN" in name or "PYTEST" in name or "FAILPEDIA" in name]
    del plain["environment"]
    paths = [facts.pop("rest of the path") for facts in (found[()], found["--cold",])]
    assert paths[0] == paths[1]
    del plain["rest of the path"]
    assert found[()] == plain
    assert found["--cold",] == plain
    assert len(random_numbers) == 2, "the random state must come from the operating system in each process"


DRAWS = """
import random

import numpy
import torch


def draws(right):
    return [random.random(), float(numpy.random.rand()), torch.rand(()).item(), right]


def broken():
    return draws(0)


def fixed():
    return draws(1)


def mistake_more_digits():
    return draws(0)


def check(numbers):
    assert numbers[3] == 1, "wrong"
"""


def test_workers_of_one_server_draw_different_numbers(sample: Sample) -> None:
    only(sample, "divide_once.py")
    sample.write(f"{FOLDER}/divide_once.py", DRAWS)
    sample.run("prove")
    drawn = [json.loads(side["returned"])[:3] for side in sides(sample, "divide_once.py").values()]
    assert [len(set(numbers)) for numbers in zip(*drawn, strict=True)] == [3, 3, 3]


def test_secrets_of_the_caller_stay_outside(sample: Sample, monkeypatch: Any) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    only(sample, "warn.py")
    sample.edit(f"{FOLDER}/warn.py", 'print("mean of means:"', 'import os; print(dict(os.environ)); print("mean of means:"')
    assert sample.run("prove").exit_code == 0
    assert "hunter2" not in json.dumps(sides(sample, "warn.py"))


def test_what_the_snippets_import_is_loaded_before_the_fork(sample: Sample) -> None:
    only(sample, "warn.py")
    sample.edit(f"{FOLDER}/warn.py", "\nparts", "\nimport sys\n\nLOADED = 'numpy' in sys.modules\n\nimport numpy\n\nparts")
    sample.edit(f"{FOLDER}/warn.py", "def fixed():\n", "def fixed():\n    print(LOADED, bool(numpy))\n")
    assert sample.run("prove").exit_code == 0
    assert sides(sample, "warn.py")["fixed"]["stdout"].startswith("True True")
    assert sample.run("prove", "--cold").exit_code == 0
    assert sides(sample, "warn.py")["fixed"]["stdout"].startswith("False True")


def test_output_is_kept_without_paths_addresses_ids_times_and_colours(sample: Sample) -> None:
    only(sample, "warn.py")
    code = (
        "import os, json, tempfile; print(object(), os.getcwd(), tempfile.gettempdir(), json.__file__, f'pid {os.getpid()}', "
        "'2026-11-30 12:13:14,567', '\\x1b[31mred\\x1b[0m', '\\x07', '127.0.0.1:54321'); print("
    )
    sample.edit(f"{FOLDER}/warn.py", 'print("mean:",', code + '"mean:",')
    assert sample.run("prove").exit_code == 0
    assert sides(sample, "warn.py")["fixed"]["stdout"].split("\n")[0] == (
        "<object object at 0x…> . /tmp/… python/json/__init__.py pid … … red \\x07 127.0.0.1:…"
    )
