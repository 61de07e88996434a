"""The parent's half of a run: a scratch folder, a process in it, a watch over it, and what can be observed from outside."""

import json
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from generator.proving import child, contain, data, rooms, server
from generator.proving.normalise import LEFT_OUT, normalise
from generator.proving.stages import is_library

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
        for kind in ("report", "stdout", "stderr"):
            for name in ("side", "check"):
                (self.root / f"{kind}-{name}").touch()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        _remove(self.root)

    def job(self, name: str, text: str, call: str | None, argument: str | None, seconds: int = 60) -> child.Job:
        """Write the module of a run, and return the job for it.

        The module of a check stands in a folder that no side can write to: neither it nor what it imports can be replaced.
        """
        who = "check" if call == "check" else "side"
        file = self.root / ("judge" if call == "check" else "work") / name
        file.write_text(text, encoding="utf-8")
        environment = _passed_on() | {"HOME": str(self.root / "home"), "TMPDIR": str(self.root / "tmp")}
        return {
            "file": str(file),
            "call": call,
            "argument": argument,
            "scratch": str(self.work),
            "report": str(self.root / f"report-{who}"),
            "stdout": str(self.root / f"stdout-{who}"),
            "stderr": str(self.root / f"stderr-{who}"),
            "environment": environment,
            "path": [],
            "policy": self.policy(f"report-{who}", seconds),
        }

    def policy(self, report: str = "report-side", seconds: int = 60) -> contain.Policy:
        """Return what a process that works here may do."""
        return {
            "level": self.level,
            "loopback": self.loopback,
            "jail": str(self.root / "jail"),
            "read": [*contain.readable_paths(), str(self.root / "judge")] if self.level != "off" else [],
            "write": [str(self.root / folder) for folder in ("work", "home", "tmp")],
            "reports": [str(self.root / f"report-{name}") for name in ("side", "check")],
            "report": str(self.root / report),
            "seconds": seconds + int(SETUP_SECONDS),
        }


def _remove(folder: Path) -> None:
    """Remove a scratch folder, whatever permissions and depth a snippet gave it."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):  # they know no limit of depth
            subprocess.run([*command, "--", str(folder)], capture_output=True, check=False)


class Workers:
    """Starts the processes of a proof run: forked from servers that have imported what they need, or cold."""

    def __init__(self, stages: Iterable[Iterable[str]], level: str, *, cold: bool = False) -> None:
        self.stages = [list(stage) for stage in stages]
        self.level = level
        self.cold = cold
        self._servers: _Servers | None = None
        self._starting = threading.Lock()
        self._alive: set[_Warm | _Cold] = set()
        self._closing = False

    def __enter__(self) -> Self:
        _sweep()
        return self

    def __exit__(self, *_: object) -> None:
        if self._servers is not None:
            self._servers.close()

    def room(self, scratch: Scratch) -> "Room | None":
        """Make the room of a side and its check, where there are rooms at all: a cold process makes its own walls."""
        if self.cold or self.level != "namespaces":
            return None
        with suppress(LostError):
            return Room(self._running(), scratch.policy())
        return Room(self._running(), scratch.policy())

    def run(self, job: child.Job, limit: float, stage: int = 0, room: "Room | None" = None) -> Outcome:
        """Run a job to its end, or to `limit` seconds after its function was called.

        Raises:
            LostError: The servers died under it. The side has to run again, in a new room.
        """
        for name in ("report", "stdout", "stderr"):
            Path(job[name]).write_bytes(b"")
        process = _Cold(job) if self.cold else _Warm(self._running(), job, stage, room)
        self._alive.add(process)
        if self._closing:
            process.kill()
        try:
            outcome = _watch(process, job, limit, room)
            if self._servers is not None and not outcome.stdout and not outcome.stderr:  # an import may print, once
                self._servers.learn(stage, outcome.event.get("loaded", ()))
            return outcome
        finally:
            self._alive.discard(process)
            process.kill()
            process.close()
            if room is not None:
                room.clear()

    def _running(self) -> "_Servers":
        """Return the servers; new ones if there are none yet, or no longer."""
        with self._starting:
            if self._servers is None or self._servers.are_dead():
                if self._servers is not None:
                    self._servers.close()
                self._servers = _Servers(self.level, self.stages)
            return self._servers

    def stop(self) -> None:
        """Kill everything that runs; called when the run is interrupted."""
        self._closing = True
        for process in list(self._alive):
            process.kill()


class LostError(OSError):
    """A server ended under a job, or would not do what it was asked."""


class _Servers:
    """The maker of rooms and the fork servers of all stages."""

    def __init__(self, level: str, stages: list[list[str]]) -> None:
        pairs = [socket.socketpair() for _ in range(1 + len(stages))]
        handles = [theirs.fileno() for _, theirs in pairs]
        code = "from generator.proving.server import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-s", "-c", code, json.dumps([level, stages, *handles])],
            env={**_passed_on(), "PYTHONSAFEPATH": "1"},
            pass_fds=handles,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # what a library prints while it is imported is nobody's output
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for _, theirs in pairs:
            theirs.close()
        self._sockets = [ours for ours, _ in pairs]
        self._locks = [threading.Lock() for _ in pairs]
        self._needed: list[Counter[str]] = [Counter() for _ in stages]

    def ask_maker(self, handle: int) -> None:
        """Hand the socket of a new room to the maker."""
        self._ask(0, server.JOB, [handle])

    def ask_stage(self, stage: int, handles: list[int]) -> None:
        """Hand the socket, the job and the room of a new worker to the server of a stage."""
        self._ask(1 + stage, server.JOB, handles)

    def learn(self, stage: int, modules: Iterable[str]) -> None:
        """Let a stage import what two of its workers had to import themselves; of libraries only, as `stages` asks."""
        wanted = self._needed[stage]
        libraries = [name for name in modules if is_library(name)]
        wanted.update(libraries)
        again = [name for name in libraries if wanted[name] == _WORKERS_THAT_NEED]
        if again:
            reading, writing = os.pipe()
            os.write(writing, "\n".join(again).encode())
            os.close(writing)
            self._ask(1 + stage, server.IMPORT, [reading])
            os.close(reading)

    def _ask(self, number: int, word: bytes, handles: list[int]) -> None:
        with self._locks[number]:
            try:
                socket.send_fds(self._sockets[number], [word], handles)
            except OSError as error:
                raise LostError(f"the fork server ended: {error}") from error

    def are_dead(self) -> bool:
        """Tell whether one of them has ended: it never says anything, so that its socket is readable only then."""
        return bool(select.select(self._sockets, [], [], 0)[0])

    def close(self) -> None:
        """End them all: each ends with its socket, and the base with the maker."""
        for each in self._sockets:
            each.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


_WORKERS_THAT_NEED = 2

_ANSWER_SECONDS = 120.0
"""How long a server may take to answer; the first answer waits for its imports."""


def _receive(answerer: socket.socket, size: int, what: str) -> tuple[bytes, list[int]]:
    """Receive a message and the descriptors that come with it.

    Raises:
        LostError: The other side ended, or gave none.
    """
    try:
        answer, handles, *_ = socket.recv_fds(answerer, size, 1)
    except OSError as error:
        raise LostError(f"{what}: {error}") from error
    if not answer:
        raise LostError(f"{what}: the fork server ended")
    return answer, handles


class Room:
    """Namespaces that a side and its check run in, one after the other."""

    def __init__(self, servers: _Servers, policy: contain.Policy) -> None:
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(_ANSWER_SECONDS)
        with theirs:
            servers.ask_maker(theirs.fileno())
        _, (self.handle,) = _receive(self._socket, 1, "no room")
        self.pid = _number_of(self.handle)
        self._socket.sendall(json.dumps(policy).encode() + b"\n")
        answer, _ = _receive(self._socket, 1000, "no room")
        if answer != rooms.READY:
            self.close()
            raise OSError(f"a room could not be built: {answer.decode()}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def clear(self) -> None:
        """Kill what is left in it."""
        with suppress(OSError):  # it is gone, and all in it
            self._socket.sendall(rooms.CLEAR)
            self._socket.recv(1)

    def close(self) -> None:
        """Kill it, and with it all that is in it; returns when nothing is left."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.handle, signal.SIGKILL)
        _wait_for(self.handle, _ANSWER_SECONDS)
        os.close(self.handle)
        self._socket.close()


def _number_of(handle: int) -> int:
    """Return the number that the process of a pidfd has for us, 0 if it has ended."""
    with open(f"/proc/self/fdinfo/{handle}", encoding="ascii") as file:
        return max(0, next(int(line.split()[1]) for line in file if line.startswith("Pid:")))


def _wait_for(handle: int | socket.socket, seconds: float) -> bool:
    """Wait until there is something to read; tell whether there is. For any number of open files, unlike `select`."""
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return bool(poll.poll(max(0, int(seconds * 1000))))


class _Warm:
    """A process forked from a server."""

    def __init__(self, servers: _Servers, job: child.Job, stage: int, room: Room | None) -> None:
        path = Path(job["report"] + ".job")
        path.write_text(json.dumps(job), encoding="utf-8")
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(_ANSWER_SECONDS)
        with theirs, path.open("rb") as file:
            servers.ask_stage(stage, [theirs.fileno(), file.fileno(), *([room.handle] if room else [])])
        try:
            number, handles = _receive(self._socket, 4, "no worker")
        except LostError:
            self._socket.close()
            raise
        self.pid = _number_of(handles[0]) if handles else struct.unpack("i", number)[0]
        self._handle = handles[0] if handles else None
        self._code: int | None = None
        self._in_room = room is not None
        self._lock = threading.Lock()

    def wait(self, seconds: float) -> int | None:
        """Return the exit code, as `Popen.returncode` has it, or None if it still runs after so many seconds."""
        if self._code is None and _wait_for(self._socket, seconds):
            with self._lock:
                if self._code is None:
                    status, _ = _receive(self._socket, 4, "a worker was lost")
                    self._code = os.waitstatus_to_exitcode(struct.unpack("i", status)[0])
        return self._code

    def kill(self) -> None:
        if self._code is None:
            if not self._in_room:  # there it goes first, or it would see its children die, and say so; the room is cleared afterwards
                _kill_tree(self.pid)
            with suppress(ProcessLookupError):  # it may not be the leader of its group yet
                if self._handle is not None:
                    signal.pidfd_send_signal(self._handle, signal.SIGKILL)
                elif self.pid:
                    os.kill(self.pid, signal.SIGKILL)
            with suppress(LostError):
                self.wait(_ANSWER_SECONDS)

    def close(self) -> None:
        self._socket.close()
        if self._handle is not None:
            os.close(self._handle)


class _Cold:
    """A new interpreter. `-P`: a module in the scratch folder named like one of ours must not be imported instead."""

    def __init__(self, job: child.Job) -> None:
        path = job["report"] + ".job"
        Path(path).write_text(json.dumps(job), encoding="utf-8")
        code = "from generator.proving.child import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-s", "-c", code, path], env=job["environment"], stdin=subprocess.DEVNULL, start_new_session=True
        )
        self.pid = self.process.pid

    def wait(self, seconds: float) -> int | None:
        try:
            return self.process.wait(max(seconds, 0))
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        _kill_tree(self.pid)
        self.process.wait()

    def close(self) -> None:
        pass


def _sweep() -> None:
    """Remove the scratch folders of runs that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        owner = folder.name.removeprefix(_PREFIX).split("-")[0]
        with suppress(OSError):
            if owner.isdigit() and not _runs(int(owner)) and folder.stat().st_uid == os.getuid():
                _remove(folder)


def _runs(pid: int) -> bool:
    """Tell whether a process exists; macOS has no /proc."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


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


def _watch(process: _Warm | _Cold, job: child.Job, limit: float, room: Room | None) -> Outcome:
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
        stopped = _overuse([process.pid, *([room.pid] if room else [])], job, look_at_files=polls % 10 == 0)
        if stopped:
            break
    ended = time.monotonic()
    if code is None and room is not None:
        room.clear()  # all at once: one after the other, those that are left would see the others die, and say so
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


def _overuse(tops: list[int], job: child.Job, *, look_at_files: bool) -> str:
    """Say what contained processes and those below them use too much of, or nothing."""
    if job["policy"]["level"] == "off":
        return ""
    processes = list(dict.fromkeys(each for top in tops for each in (top, *contain.descendants(top))))
    if len(processes) > MAX_PROCESSES:
        return f"it had more than {MAX_PROCESSES} processes"
    if sum(map(_memory, processes)) > MAX_MEMORY:
        return f"it used more than {MAX_MEMORY // 1_000_000} MB of memory"
    if look_at_files and _disk_use(Path(job["scratch"]).parent, processes) > MAX_DISK:
        return f"it wrote more than {MAX_DISK // 1_000_000} MB of files"
    return ""


def _memory(pid: int) -> int:
    """Return the bytes of a process that are of no file: private and shared memory, and the tables of its pages."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as file:
            fields = dict(line.split(":", 1) for line in file if line.startswith(("RssAnon", "RssShmem", "VmPTE")))
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
    phase: Literal["setup", "call"] = "call"
    value: str = ""
    shown: str = ""
    series: Annotated[list[int | FiniteFloat], Field(min_length=data.LEAST_SERIES, max_length=data.MOST_SERIES)] | None = None
    type: str = ""
    names: list[str] = []
    message: str = ""
    traceback: str = ""
    line: int | None = None
    missing: str | None = None
    loaded: Annotated[list[Annotated[str, Field(pattern=r"^[\w.]{1,200}$")]], Field(max_length=child.MAX_LOADED)] = []


_FORGED = [{"event": "forged"}, {"event": "called"}]


def _events(job: child.Job) -> list[dict[str, Any]]:
    """Return what the process reported; lines that our child does not write count as forged."""
    path = Path(job["report"])
    try:
        if path.stat().st_size > data.MAX_BYTES + 1_000_000:
            return _FORGED
        lines = path.read_bytes().split(b"\n", 3)
        if len(lines) > 3:  # we write two; millions of them would take gigabytes here
            return _FORGED
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
            raw += f"\n… {LEFT_OUT}\n".encode()
        raw += file.read(MAX_OUTPUT)
    return normalise(raw.decode("utf-8", "backslashreplace"), job["scratch"])
