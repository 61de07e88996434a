"""The parent's half of a run: a scratch folder, a process in it, a watch over it, and what can be observed from outside."""

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from generator.proving import child, contain, data
from generator.proving.normalise import normalise

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

SETUP_SECONDS = 90.0
"""What the imports and the set-up of a snippet may take; its own time limit counts from the call of the side."""

MAX_MEMORY = 6_000_000_000
MAX_DISK = 2_000_000_000
MAX_PROCESSES = 200
MAX_OUTPUT = 500_000

# Everything else of the caller's environment stays outside, secrets among it.
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
_ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "MKL", "OPENBLAS")}
_FIXED = {"LANG": "C.UTF-8", "HF_HUB_OFFLINE": "1", "NO_COLOR": "1", "PYTHONNOUSERSITE": "1", **_ONE_THREAD}


def _passed_on() -> dict[str, str]:
    """Return the variables that every process of a run may see."""
    return {key: os.environ[key] for key in _PASSED_ON if key in os.environ} | _FIXED


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
    stopped: str = ""
    """Why it was stopped before its deadline: what it used too much of, or that its report was forged."""

    @property
    def timed_out(self) -> bool:
        """Whether it was still running at its deadline."""
        return self.exit_code is None and not self.stopped


_PREFIX = "failpedia-"


class Scratch:
    """The private folder of one side: a working folder that its check shares, and beside it what the parent reads."""

    def __init__(self, level: str = "off", *, loopback: bool = False) -> None:
        self.root = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")).resolve()
        self.work = self.root / "work"
        self.level = level
        self.loopback = loopback
        for folder in ("work", "home", "tmp", "jail", "judge"):
            (self.root / folder).mkdir()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        _remove(self.root)

    def job(self, name: str, text: str, call: str | None, argument: str | None, seconds: int = 60) -> child.Job:
        """Write the module and the empty files of a run, and return the job for it.

        The module of a check stands in a folder that no side can write to: neither it nor what it imports can be replaced.
        """
        file = self.root / ("judge" if call == "check" else "work") / name
        file.write_text(text, encoding="utf-8")
        files = {kind: self.root / f"{kind}-{call}" for kind in ("report", "stdout", "stderr")}
        for path in files.values():
            path.write_bytes(b"")
        environment = _passed_on() | {"HOME": str(self.root / "home"), "TMPDIR": str(self.root / "tmp")}
        return {
            "file": str(file),
            "call": call,
            "argument": argument,
            "scratch": str(self.work),
            "report": str(files["report"]),
            "stdout": str(files["stdout"]),
            "stderr": str(files["stderr"]),
            "environment": environment,
            "path": [],
            "policy": {
                "level": self.level,
                "loopback": self.loopback,
                "jail": str(self.root / "jail"),
                "read": [*contain.readable_paths(), str(self.root / "judge")] if self.level != "off" else [],
                "write": [str(self.root / folder) for folder in ("work", "home", "tmp")],
                "report": str(files["report"]),
                "seconds": seconds + int(SETUP_SECONDS),
            },
        }


def _remove(folder: Path) -> None:
    """Remove a scratch folder, whatever permissions and depth a snippet gave it."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):  # they know no limit of depth
            subprocess.run([*command, "--", str(folder)], capture_output=True, check=False)


class Workers:
    """Starts the processes of a proof run: forked from a server that has imported what they need, or cold."""

    def __init__(self, imports: Iterable[str], *, cold: bool = False) -> None:
        self.imports = list(dict.fromkeys(imports))
        self.cold = cold
        self._alive: set[_Warm | _Cold] = set()
        self._closing = False

    def __enter__(self) -> Self:
        _sweep()
        if not self.cold:
            # The caller's own main module is none of the workers' business: they would import it once more.
            self._main = sys.modules["__main__"]
            sys.modules["__main__"] = types.ModuleType("__main__")
            self._path = _fresh_path()
            self._context = multiprocessing.get_context("forkserver")
            self._context.set_forkserver_preload(["generator.proving.child", "generator.proving.preload"])
            with _environment({**_passed_on(), "PYTHONSAFEPATH": "1", "FAILPEDIA_PRELOAD": json.dumps(self.imports)}):
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
        outcome = self._run_once(job, limit)
        if not self.cold and outcome.exit_code == _LOST and not outcome.event and not self._closing:
            outcome = self._run_once(job, limit)  # the server died under it; starting a process starts a new server
        return outcome

    def _run_once(self, job: child.Job, limit: float) -> Outcome:
        for name in ("report", "stdout", "stderr"):
            Path(job[name]).write_bytes(b"")
        process = self._start(job)
        self._alive.add(process)
        if self._closing:
            process.kill()
        try:
            return _watch(process, job, limit)
        finally:
            process.kill()
            self._alive.discard(process)

    def _start(self, job: child.Job) -> "_Warm | _Cold":
        if self.cold:
            return _Cold(job)
        try:
            return _Warm(self._context, {**job, "path": self._path})
        except (EOFError, OSError):  # the server was killed at this moment
            return _Warm(self._context, {**job, "path": self._path})

    def stop(self) -> None:
        """Kill everything that runs; called when the run is interrupted."""
        self._closing = True
        for process in list(self._alive):
            process.kill()


class _Warm:
    """A process forked from the server."""

    def __init__(self, context: Any, job: child.Job) -> None:
        self.process: ForkServerProcess = context.Process(target=child.run, args=(job,))
        with self._one_at_a_time:
            self.process.start()

    # Starting a process polls all others, and an exit code can be read once: without the lock another thread takes it away.
    _one_at_a_time = threading.Lock()

    def wait(self, seconds: float) -> int | None:
        wait([self.process.sentinel], max(seconds, 0))
        with self._one_at_a_time:
            return self.process.exitcode

    def kill(self) -> None:
        _kill_tree(self.process.pid)
        with self._one_at_a_time:
            if self.process.exitcode is None:
                self.process.kill()
        wait([self.process.sentinel])
        with self._one_at_a_time:
            self.process.join()


class _Cold:
    """A new interpreter. `-P`: a module in the scratch folder named like one of ours must not be imported instead."""

    def __init__(self, job: child.Job) -> None:
        path = job["report"] + ".job"
        Path(path).write_text(json.dumps(job), encoding="utf-8")
        code = "from generator.proving.child import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-s", "-c", code, path], env=job["environment"], stdin=subprocess.DEVNULL, start_new_session=True
        )

    def wait(self, seconds: float) -> int | None:
        try:
            return self.process.wait(max(seconds, 0))
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        _kill_tree(self.process.pid)
        self.process.wait()


_LOST = 255  # the exit code that multiprocessing gives a process whose server is gone


def _sweep() -> None:
    """Remove the scratch folders of runs that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        owner = folder.name.removeprefix(_PREFIX).split("-")[0]
        with suppress(OSError):
            if owner.isdigit() and not Path(f"/proc/{owner}").exists() and folder.stat().st_uid == os.getuid():
                _remove(folder)


def _fresh_path() -> list[str]:
    """Ask a new interpreter for its import path: this process and its server have that of whoever called them."""
    code = "import json, sys; print(json.dumps(sys.path))"
    done = subprocess.run([sys.executable, "-P", "-c", code], env={}, capture_output=True, check=True)
    return [str(folder) for folder in json.loads(done.stdout)]


def _kill_tree(pid: int | None) -> None:
    """Kill a process and all below it: first those below, since the one above adopts every orphan, then itself with its group."""
    if pid:
        for _ in range(200):
            below = contain.descendants(pid)
            for each in below:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(each, signal.SIGKILL)
            if not below:
                break
            time.sleep(0.005)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def _watch(process: _Warm | _Cold, job: child.Job, limit: float) -> Outcome:
    """Wait for the process; its deadline moves once it says that the function was called, and its use is looked at on the way."""
    started = time.monotonic()
    deadline, called, stopped, polls = started + SETUP_SECONDS, 0.0, "", 0
    while True:
        now = time.monotonic()
        code = process.wait(min(0.01 if not called and now - started < 1 else 0.05, deadline - now))
        if not called and any(event.get("event") == "called" for event in _events(job)[:1]):
            called = time.monotonic()
            deadline = called + limit
        if code is not None or time.monotonic() >= deadline:
            break
        polls += 1
        stopped = _overuse(process.process.pid or 0, job, look_at_files=polls % 10 == 0)
        if stopped:
            break
    ended = time.monotonic()
    process.kill()
    events = _events(job)
    order = [event.get("event") for event in events]
    if len(order) > 2 or "called" in order[1:] or (job["call"] is not None and order[:1] in (["returned"], ["forged"])):
        stopped = "it wrote into its own report"
    return Outcome(
        event=events[-1] if events and order[-1] != "called" else {},
        called=bool(called) or "called" in order,
        exit_code=None if stopped else code,
        seconds=max(0.0, ended - (called or started)),
        stdout=_read(job["stdout"], job),
        stderr=_read(job["stderr"], job),
        stopped=stopped,
    )


def _overuse(pid: int, job: child.Job, *, look_at_files: bool) -> str:
    """Say what a contained process and those below it use too much of, or nothing."""
    if job["policy"]["level"] == "off":
        return ""
    processes = [pid, *contain.descendants(pid)]
    if len(processes) > MAX_PROCESSES:
        return f"it had more than {MAX_PROCESSES} processes"
    if sum(map(_memory, processes)) > MAX_MEMORY:
        return f"it used more than {MAX_MEMORY // 1_000_000} MB of memory"
    if look_at_files and _disk_use(Path(job["scratch"]).parent, processes) > MAX_DISK:
        return f"it wrote more than {MAX_DISK // 1_000_000} MB of files"
    return ""


def _memory(pid: int) -> int:
    """Return the bytes of a process that are of no file: private and shared memory."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as file:
            fields = dict(line.split(":", 1) for line in file if line.startswith(("RssAnon", "RssShmem")))
    except (OSError, ValueError):
        return 0
    return sum(int(text.split()[0]) * 1024 for text in fields.values())


def _disk_use(folder: Path, processes: Iterable[int]) -> int:
    """Return the bytes of all files below a folder, and of those that processes hold open or mapped without a name."""
    command = ["du", "-sx", "-B1", "--", str(folder)]  # it knows no limit of depth
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    words = done.stdout.split()
    unnamed: dict[tuple[int, int], int] = {}
    for pid in processes:
        with suppress(OSError):
            for entry in os.scandir(f"/proc/{pid}/fd"):
                with suppress(OSError):
                    status = entry.stat()
                    if status.st_nlink == 0:
                        unnamed[status.st_dev, status.st_ino] = status.st_blocks * 512
        with suppress(OSError, ValueError):
            for line in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace").split("\n"):
                if line.endswith(" (deleted)") and _PREFIX in line:
                    span, _, _, _, inode, *_ = line.split()
                    start, end = (int(part, 16) for part in span.split("-"))
                    unnamed.setdefault((0, int(inode)), end - start)
    return (int(words[0]) if words else 0) + sum(unnamed.values())


class _Event(BaseModel):
    """A line of a report; what has another shape was not written by our child."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    event: Literal["called", "returned", "exited", "raised"]
    at: FiniteFloat = 0.0
    phase: Literal["setup", "call"] = "call"
    value: str = ""
    shown: str = ""
    series: Annotated[list[int | FiniteFloat], Field(min_length=5)] | None = None
    type: str = ""
    names: list[str] = []
    message: str = ""
    traceback: str = ""
    line: int | None = None
    missing: str | None = None


_FORGED = [{"event": "forged"}, {"event": "called"}]


def _events(job: child.Job) -> list[dict[str, Any]]:
    """Return what the process reported; lines that our child does not write count as forged."""
    path = Path(job["report"])
    try:
        if path.stat().st_size > data.MAX_BYTES + 1_000_000:
            return _FORGED
        lines = path.read_bytes().split(b"\n")
        return [_Event.model_validate_json(line).model_dump() for line in lines[:-1]]
    except (OSError, ValueError):
        return _FORGED


def _read(path: str, job: child.Job) -> str:
    """Return the start and the end of a captured output, as the ledger keeps it."""
    with open(path, "rb") as file:
        raw = file.read(MAX_OUTPUT)
        size = os.fstat(file.fileno()).st_size
        if size > 2 * MAX_OUTPUT:
            file.seek(-MAX_OUTPUT, os.SEEK_END)
            raw += b"\n...\n"
        raw += file.read(MAX_OUTPUT)
    return normalise(raw.decode("utf-8", "backslashreplace"), job["scratch"])


@contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    """Have these variables and no others while the fork server starts: a fork can read what its server was started with."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
