"""The parent's half of a run: a scratch folder, a process in it, a watch over it, and what can be observed from outside."""

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from generator.proving import child
from generator.proving.normalise import normalise

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

SETUP_SECONDS = 90.0
"""What the imports and the set-up of a snippet may take; its own time limit counts from the call of the side."""

# Everything else of the caller's environment stays outside, secrets among it.
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
_ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "MKL", "OPENBLAS")}
_FIXED = {"LANG": "C.UTF-8", "HF_HUB_OFFLINE": "1", "NO_COLOR": "1", **_ONE_THREAD}


@dataclass(frozen=True)
class Outcome:
    """What one process did, seen from outside."""

    event: dict[str, Any]
    """The last event that it reported, or an empty one."""
    called: bool
    exit_code: int | None
    """As `Process.exitcode` gives it, negative for a signal; None if it was stopped at its deadline."""
    seconds: float
    """From the call to its end, or to the deadline."""
    stdout: str
    stderr: str

    @property
    def timed_out(self) -> bool:
        """Whether it was still running at its deadline."""
        return self.exit_code is None


class Scratch:
    """The private folder of one side: a working folder that its check shares, and beside it what the parent reads."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="failpedia-")).resolve()
        self.work = self.root / "work"
        for folder in ("work", "home", "tmp"):
            (self.root / folder).mkdir()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    def job(self, name: str, text: str, call: str | None, argument: str | None) -> child.Job:
        """Write the module and the empty files of a run, and return the job for it."""
        (self.work / name).write_text(text, encoding="utf-8")
        files = {kind: self.root / f"{kind}-{call}" for kind in ("report", "stdout", "stderr")}
        for path in files.values():
            path.write_bytes(b"")
        environment = {key: os.environ[key] for key in _PASSED_ON if key in os.environ} | _FIXED
        environment |= {"HOME": str(self.root / "home"), "TMPDIR": str(self.root / "tmp")}
        return {
            "file": str(self.work / name),
            "call": call,
            "argument": argument,
            "scratch": str(self.work),
            "report": str(files["report"]),
            "stdout": str(files["stdout"]),
            "stderr": str(files["stderr"]),
            "environment": environment,
            "path": [],
        }


class Workers:
    """Starts the processes of a proof run: forked from a server that has imported what they need, or cold."""

    def __init__(self, imports: Iterable[str], *, cold: bool = False) -> None:
        self.imports = list(dict.fromkeys(imports))
        self.cold = cold

    def __enter__(self) -> Self:
        if not self.cold:
            # The caller's own main module is none of the workers' business: they would import it once more.
            self._main = sys.modules["__main__"]
            sys.modules["__main__"] = types.ModuleType("__main__")
            self._path = _fresh_path()
            self._context = multiprocessing.get_context("forkserver")
            self._context.set_forkserver_preload(["generator.proving.child", "generator.proving.preload"])
            with _environment({**_FIXED, "FAILPEDIA_PRELOAD": json.dumps(self.imports)}):
                from multiprocessing.forkserver import ensure_running

                ensure_running()
        return self

    def __exit__(self, *_: object) -> None:
        if not self.cold:
            sys.modules["__main__"] = self._main
            forkserver: Any = sys.modules["multiprocessing.forkserver"]
            forkserver._forkserver._stop()  # a later run may need other imports

    def run(self, job: child.Job, limit: float) -> Outcome:
        """Run a job to its end, or to `limit` seconds after its function was called."""
        process = _Cold(job) if self.cold else _Warm(self._context, {**job, "path": self._path})
        try:
            return _watch(process, job, limit)
        finally:
            process.kill()


class _Warm:
    """A process forked from the server."""

    def __init__(self, context: Any, job: child.Job) -> None:
        self.process: ForkServerProcess = context.Process(target=child.run, args=(job,))
        self.process.start()

    def wait(self, seconds: float) -> int | None:
        wait([self.process.sentinel], max(seconds, 0))
        return self.process.exitcode

    def kill(self) -> None:
        _kill_group(self.process.pid)
        if self.process.exitcode is None:
            self.process.kill()
        self.process.join()


class _Cold:
    """A new interpreter. `-P`: a module in the scratch folder named like one of ours must not be imported instead."""

    def __init__(self, job: child.Job) -> None:
        path = job["report"] + ".job"
        Path(path).write_text(json.dumps(job), encoding="utf-8")
        code = "from generator.proving.child import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", code, path], env=job["environment"], stdin=subprocess.DEVNULL, start_new_session=True
        )

    def wait(self, seconds: float) -> int | None:
        try:
            return self.process.wait(max(seconds, 0))
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        _kill_group(self.process.pid)
        self.process.wait()


def _fresh_path() -> list[str]:
    """Ask a new interpreter for its import path: this process and its server have that of whoever called them."""
    code = "import json, sys; print(json.dumps(sys.path))"
    done = subprocess.run([sys.executable, "-P", "-c", code], env={}, capture_output=True, check=True)
    return [str(folder) for folder in json.loads(done.stdout)]


def _kill_group(pid: int | None) -> None:
    """Kill a process and all that it started and that stayed in its session's group."""
    if pid:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def _watch(process: _Warm | _Cold, job: child.Job, limit: float) -> Outcome:
    """Wait for the process; its deadline moves once it says that the function was called."""
    started = time.monotonic()
    deadline, called = started + SETUP_SECONDS, None
    while True:
        now = time.monotonic()
        pause = 0.01 if called is None and now - started < 1 else 0.05
        code = process.wait(min(pause if called is None else limit, deadline - now))
        if called is None:
            called = next((event["at"] for event in _events(job) if event["event"] == "called"), None)
            deadline = deadline if called is None else called + limit
        if code is not None or time.monotonic() >= deadline:
            break
    events = _events(job)
    end = events[-1].get("at", time.monotonic()) if events and code is not None else time.monotonic()
    return Outcome(
        event=next((event for event in reversed(events) if event["event"] != "called"), {}),
        called=called is not None,
        exit_code=code,
        seconds=max(0.0, end - (called or started)),
        stdout=_read(job["stdout"], job),
        stderr=_read(job["stderr"], job),
    )


def _events(job: child.Job) -> list[dict[str, Any]]:
    lines = Path(job["report"]).read_text(encoding="utf-8", errors="replace").split("\n")[:-1]
    try:
        return [json.loads(line) for line in lines]
    except ValueError:  # something else than our child wrote into the file
        return []


def _read(path: str, job: child.Job) -> str:
    return normalise(Path(path).read_text(encoding="utf-8", errors="backslashreplace"), job["scratch"])


@contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    """Set variables for the time in which the fork server starts."""
    before = dict(os.environ)
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
