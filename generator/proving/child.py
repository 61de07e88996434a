"""The process that runs one side: it sets itself up as a fresh `python file.py`, calls one function, and says what happened.

Imports the standard library only: it is loaded in every worker, and cold ones pay for each import.
"""

import atexit
import io
import json
import os
import sys
import threading
import traceback
import types
from contextlib import suppress
from itertools import takewhile
from typing import Any, TypedDict

from generator.proving import contain, data, rooms

MAX_LOADED = 200

_OURS = ("__mp_main__", *(name for name in sys.modules if name.split(".")[0] == "generator"))
"""The modules that run snippets; a server imports no more of them after this one."""


class Job(TypedDict):
    """What a child is asked to do; all paths are absolute."""

    file: str
    """The module to run, inside the scratch folder."""
    call: str | None
    """The function to call after the module ran: a side, `check`, or nothing for a fence."""
    argument: str | None
    """For `check`: what the side returned, as `data.dumps` wrote it."""
    scratch: str
    """The working folder."""
    report: str
    """The file to append events to."""
    stdout: str
    stderr: str
    environment: dict[str, str]
    path: list[str]
    """The import path of a new interpreter; empty in one."""
    policy: contain.Policy


def run(job: Job, room: int | None) -> None:
    """Run a job in this process and end it; called in a forked worker, which has its room or goes on to contain itself."""
    _stand_alone(job, room)
    if room is None:
        contain.enter(job["policy"])
    else:
        contain.settle(job["policy"])
    _become_fresh_interpreter(job)
    code = _run_module(job)
    _end(code)


def main() -> None:
    """Run the job of the file named on the command line in this interpreter; the cold way."""
    with open(sys.argv[1], encoding="utf-8") as file:
        job: Job = json.load(file)
    _stand_alone(job, None)
    contain.enter(job["policy"])
    _become_fresh_interpreter(job)
    sys.exit(_run_module(job))


def _stand_alone(job: Job, room: int | None) -> None:
    """Own session, own working folder, own environment, and no descriptor but the three standard ones."""
    if os.getsid(0) != os.getpid():
        os.setsid()
    os.environ.clear()
    os.environ.update(job["environment"])
    targets = [(os.devnull, os.O_RDONLY), (job["stdout"], os.O_WRONLY | os.O_APPEND), (job["stderr"], os.O_WRONLY | os.O_APPEND)]
    for number, (path, flags) in enumerate(targets):
        opened = os.open(path, flags)
        os.dup2(opened, number)
        os.close(opened)
    if room is not None:
        rooms.join(room)
    os.closerange(3, 65536)
    os.chdir(job["scratch"])
    contain.die_with_parent()  # after the change of credentials, which would clear it


def _become_fresh_interpreter(job: Job) -> None:
    """Undo what a fork server leaves behind, so that a snippet cannot tell that it did not start by itself."""
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115 - they live as long as the process
    sys.stdout = io.TextIOWrapper(open(1, "wb", closefd=False), encoding="utf-8", errors="surrogateescape")  # noqa: SIM115
    sys.stderr = io.TextIOWrapper(open(2, "wb", 0, closefd=False), encoding="utf-8", errors="backslashreplace", write_through=True)  # noqa: SIM115
    for name in ("stdin", "stdout", "stderr"):
        setattr(sys, f"__{name}__", getattr(sys, name))
    sys.argv = [job["file"]]
    sys.orig_argv = [sys.executable, job["file"]]
    sys.path[:] = [os.path.dirname(job["file"]), *(job["path"] or sys.path)]
    _forget_the_server()


def _forget_the_server() -> None:
    """A fork shares the random state of its server; a fresh interpreter takes it from the operating system, and so does torch."""
    tempfile: Any = sys.modules.get("tempfile")
    if tempfile is not None:
        tempfile.tempdir = None  # the server's, if a library asked for it while it was imported
        tempfile._name_sequence = None
    random = sys.modules.get("random")
    if random is not None:
        random.seed()
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        numpy_random.seed()
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.default_generator.seed()


def _run_module(job: Job) -> int:
    """Run the module as `__main__`, call the function, report; return the exit code that `python file.py` would have."""
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=job["file"], __builtins__=__builtins__)
    module.__spec__ = None
    for name in ("__main__", *_OURS):  # what runs a snippet is none of its modules
        sys.modules.pop(name, None)
    sys.modules["__main__"] = module  # now the last of them, see `_loaded`
    phase = "setup"
    try:
        with open(job["file"], encoding="utf-8") as file:
            code = compile(file.read(), job["file"], "exec")
        exec(code, module.__dict__)
        if job["call"] is None:
            return _report(job, {"event": "returned", "value": "null"})
        function = getattr(module, job["call"])
        phase = "call"
        _report(job, {"event": "called"})
        value = function(data.loads(job["argument"])) if job["argument"] is not None else function()
        _flush()
        shown, series = data.summary(value)
        ended = {"event": "returned", "value": data.dumps(value), "shown": _text(shown), "series": series}
        return _report(job, {**ended, "loaded": _loaded()})
    except SystemExit as error:
        _report(job, {"event": "exited", "phase": phase})
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException as error:  # noqa: BLE001 - whatever a snippet raises is an observation
        _flush()
        _report(job, {**_describe(error, phase, job["file"]), "loaded": _loaded()})
        return 1


def _loaded() -> list[str]:
    """Return the modules that came in while the snippet ran, without those that are part of another one.

    Newest first and not beyond `__main__`: whoever looks at a name writes its reference count, and those of the thousands of
    modules that a server has imported are spread over as many pages that this process would have to copy.
    """
    newest = takewhile(lambda name: name != "__main__", reversed(sys.modules))
    new = dict.fromkeys(name for name in list(newest)[::-1] if _is_name(name))
    return [_text(name) for name in new if not _ancestors(name) & new.keys()][:MAX_LOADED]


def _is_name(name: object) -> bool:
    return isinstance(name, str) and len(name) < 200 and name.isascii() and all(map(str.isidentifier, name.split(".")))


def _ancestors(name: str) -> set[str]:
    words = name.split(".")
    return {".".join(words[:n]) for n in range(1, len(words))}


def _describe(error: BaseException, phase: str, file: str) -> dict[str, Any]:
    """Describe an exception as an interpreter would print it, without this module's own frames."""
    shown = traceback.TracebackException.from_exception(error, compact=True)
    _drop_own_frames(shown)
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return {
        "event": "raised",
        "phase": phase,
        "type": _text(type(error).__name__),
        "names": [_text(name) for cls in type(error).__mro__ for name in (cls.__name__, f"{cls.__module__}.{cls.__qualname__}")],
        "message": _text(_message(error)),
        "traceback": _text("".join(shown.format())),
        "line": lines[-1] if lines else None,
        "missing": _text(str(error.name)) if isinstance(error, ModuleNotFoundError) else None,
    }


def _text(text: str) -> str:
    """Return a text that every reader can decode; what is no character is written out."""
    return text.encode("utf-8", "backslashreplace").decode()


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as inner:  # noqa: BLE001 - a snippet's __str__ may raise anything
        return f"<str() of the exception raised {type(inner).__name__}>"


def _drop_own_frames(shown: traceback.TracebackException) -> None:
    own = (__file__, data.__file__)
    todo: list[traceback.TracebackException | None] = [shown]
    while todo:
        one = todo.pop()
        if one is not None:
            one.stack = traceback.StackSummary.from_list([frame for frame in one.stack if frame.filename not in own])
            todo += [one.__cause__, one.__context__]


def _report(job: Job, event: dict[str, Any]) -> int:
    """Append an event; the file is open only for that moment, so that a snippet sees no descriptor of ours."""
    with open(job["report"], "a", encoding="utf-8") as file:
        file.write(json.dumps(event) + "\n")
    return 0


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # closed by the snippet, or the disk is full
            stream.flush()


def _end(code: int) -> None:
    """Leave as an interpreter leaves: wait for threads, run exit handlers, flush."""
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
    finally:
        _flush()
        os._exit(code & 0xFF)
