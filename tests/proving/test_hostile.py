"""Every attack of tests/hostile is contained, gets the right verdict, and leaves the machine as it was.

An attack is a plain snippet; its head says what differs from the usual:

- `declared:` how the entry says that broken shows (`managed nothing` printed: the attack says what it was able to do);
- `expected:` and `words:` patterns of the verdict and of what was measured, for `side:` (broken);
- `needs:`, `limit:`, `machine:` what the entry asks for, its time limit, the only processor that it is for;
- `either:` the level of containment makes no difference, so one is enough;
- `apart:` it may take the prover with it, which then runs in a process of its own;
- `alone:` it needs a test of its own;
- `off:` a pattern of what it prints where nothing contains it: the test of the test.
"""

import json
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import termios
import time
import unicodedata
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jinja2
import markdown
import pytest
from click.testing import CliRunner
from mkdocs.config import load_config

from generator import project, render
from generator.cli import main
from generator.proving import contain, worker
from tests.conftest import REPOSITORY, Sample
from tests.proving.test_prove import ENTRY, FOLDER, only

ATTACKS = {path.stem: path for path in sorted((REPOSITORY / "tests" / "hostile").glob("*.py"))}
LEVELS = ("namespaces", "landlock")
SECRET_NAME = "HOSTILE_SECRET"  # noqa: S105 - its name, not its value
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - where attacks leave files
PATIENCE = 20
SMALL = {"MAX_MEMORY": 500_000_000, "MAX_DISK": 50_000_000, "MAX_PROCESSES": 40, "SETUP_SECONDS": 4.0}

OPEN: dict[str, str] = {
    "disk_filler_in_flight": "a file whose only descriptor is on the way through a socket (SCM_RIGHTS) is not counted",
}
"""Attacks that get through as yet, with what happens."""


def head(name: str) -> dict[str, str]:
    lines = ATTACKS[name].read_text(encoding="utf-8").split("\n")[:12]
    told = {match[1]: match[2] for line in lines if (match := re.match(r"# ([a-z]+): (.*)", line))}
    usual = {"declared": "{prints: ^managed nothing$}", "expected": "reproduced", "words": "printed: managed nothing", "side": "broken"}
    return {**usual, "needs": "", "limit": "20", "machine": "", "apart": "", "off": "", "alone": "", "either": "", **told}


@lru_cache(maxsize=1)
def possible() -> tuple[str, ...]:
    """Return the levels that this machine allows."""
    return {"namespaces": LEVELS, "landlock": LEVELS[1:]}.get(contain.probe(), ())


@dataclass
class Machine:
    """What attacks are aimed at, and what must be the same afterwards."""

    root: Path
    """A folder that holds the project, a home folder and the temporary files."""
    sample: Sample
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)
    secret: str = field(default_factory=lambda: f"hunter2{uuid.uuid4().hex}")

    def __post_init__(self) -> None:
        self.home, self.temporary = self.root / "home", self.root / "tmp"
        (self.root / "bin").mkdir()
        (self.home / ".ssh").mkdir(parents=True)
        (self.home / ".ssh" / "id_rsa").write_text(f"PRIVATE KEY {self.secret}\n", encoding="utf-8")
        (self.home / ".netrc").write_text(f"password {self.secret}\n", encoding="utf-8")
        self.other = self.temporary / "failpedia-other" / "work"
        self.other.mkdir(parents=True)
        (self.other / "notes.txt").write_text(f"of another snippet {self.secret}\n", encoding="utf-8")
        self.shm = SHARED_MEMORY / f"hostile-{self.mark}"
        self.shm.write_text("another program's", encoding="utf-8")
        self.key = int(self.mark[:7], 16)
        self._open_sockets()
        code = f"import ctypes, time; s = ctypes.create_string_buffer(b'{self.secret}'); "
        code += "print(ctypes.addressof(s), flush=True); time.sleep(600)"
        self.victim = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, start_new_session=True, env={SECRET_NAME: self.secret}
        )
        assert self.victim.stdout
        self.address = int(self.victim.stdout.readline())

    def _open_sockets(self) -> None:
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(type=socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.unix, self.abstract = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
        self.datagrams, self.abstract_datagrams = (socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(2))
        self.datagrams.bind(str(self.root / "datagrams"))
        self.abstract_datagrams.bind(f"\0hostile-{self.mark}-datagrams")
        self.unix.bind(str(self.root / "socket"))
        self.abstract.bind(f"\0hostile-{self.mark}")
        self.unix.listen()
        self.abstract.listen()
        self.sockets = (self.tcp, self.udp, self.unix, self.abstract, self.datagrams, self.abstract_datagrams)
        for each in self.sockets:
            each.setblocking(False)  # noqa: FBT003 - the standard library's signature

    def target(self, name: str, more: dict[str, Any]) -> dict[str, Any]:
        """Return what the attack is told."""
        root = self.sample.root
        own = [f"{FOLDER}/proof.json", ENTRY, f"{FOLDER}/{name}.py", "mkdocs.yml"]
        return {
            "files": [*(str(root / path) for path in own), str(self.other / "notes.txt")],
            "secret files": [str(self.home / ".ssh" / "id_rsa"), str(self.home / ".netrc")],
            "folders": [str(folder) for folder in (root, root / FOLDER, self.home, self.other, self.temporary, self.root)],
            "home": str(self.home),
            "prover": str(REPOSITORY / "generator" / "proving"),
            "victim": self.victim.pid,
            "address": self.address,
            "prover's pid": os.getpid(),
            "secret name": SECRET_NAME,
            "tcp": self.tcp.getsockname()[1],
            "udp": self.udp.getsockname()[1],
            "unix": str(self.root / "socket"),
            "abstract": f"\0hostile-{self.mark}",
            "datagrams": str(self.root / "datagrams"),
            "abstract datagrams": f"\0hostile-{self.mark}-datagrams",
            "shm": str(self.shm),
            "key": self.key,
            "terminal": "/dev/pts/0",
            "contained": True,
            **more,
        }

    def place(self, name: str, **more: Any) -> None:
        """Make the attack the only proof of the project."""
        told = head(name)
        only(self.sample, "refuse.py")
        (self.sample.root / FOLDER / "refuse.py").unlink()
        text = ATTACKS[name].read_text(encoding="utf-8")
        self.sample.write(f"{FOLDER}/{name}.py", text.replace("TARGET = {}", f"TARGET = {self.target(name, more)!r}", 1))
        needs = "        needs: [loopback]\n" if told["needs"] == "loopback" else ""
        declared = f"time_limit: {told['limit']}\n{needs}        broken: {told['declared']}\n"
        self.sample.edit(ENTRY, "snippet: refuse.py", f"snippet: {name}.py")
        empty = {"schema": 1, "slug": "wrong-mean", "date": "2026-01-01", "python": "3.11.0", "proofs": []}
        self.sample.write(f"{FOLDER}/proof.json", json.dumps(empty))
        self.sample.edit(ENTRY, "broken:\n          raises: ValueError\n          match: unequal parts\n", declared)

    def state(self) -> dict[str, Any]:
        """Return all that an attack must not change."""
        kept = [path for folder in (self.sample.root, self.home, self.other) for path in sorted(folder.rglob("*"))]
        ledger = self.sample.root / FOLDER / "proof.json"
        return {
            "files": {str(path): _file(path) for path in [*kept, self.shm] if path != ledger},
            "prover": sorted(path.name for path in (REPOSITORY / "generator" / "proving").glob("*hostile*")),
            "below the root": sorted(os.listdir(self.root)),
            "temporary files": sorted(os.listdir(self.temporary)),
            "shared memory": sorted(name for name in os.listdir(SHARED_MEMORY) if self.mark in name and name != self.shm.name),
            "system V": _system_v(self.key),
            "victim": self._victim() if self.victim.poll() is None else "dead",
        }

    def _victim(self) -> tuple[Any, ...]:
        pid = self.victim.pid
        with open(f"/proc/{pid}/mem", "rb", 0) as file:
            file.seek(self.address)
            memory = file.read(len(self.secret))
        limits = Path(f"/proc/{pid}/limits").read_text(encoding="ascii")
        return memory, limits, os.getpriority(os.PRIO_PROCESS, pid), os.sched_getscheduler(pid), os.sched_getaffinity(pid)

    def connections(self) -> list[str]:
        """Return the sockets that somebody connected or sent to."""
        found = []
        for name, each in (("tcp", self.tcp), ("unix", self.unix), ("abstract", self.abstract)):
            with suppress(BlockingIOError):
                each.accept()[0].close()
                found.append(name)
        for name, each in (("udp", self.udp), ("datagrams", self.datagrams), ("abstract datagrams", self.abstract_datagrams)):
            with suppress(BlockingIOError):
                each.recv(100)
                found.append(name)
        return found

    def survivors(self, seconds: float = 3) -> list[int]:
        """Return processes that the prover started and that still live after some time: all inherit our mark in PATH."""
        deadline = time.monotonic() + seconds
        while (found := list(_marked(self.mark))) and time.monotonic() < deadline:
            time.sleep(0.05)
        return found

    def close(self) -> None:
        """End and remove what we made, and what an attack left."""
        for pid in _marked(self.mark):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.victim.kill()
        self.victim.communicate()
        for each in self.sockets:
            each.close()
        for path in SHARED_MEMORY.glob(f"*{self.mark}*"):
            path.unlink(missing_ok=True)
        for option in ("-M", "-Q", "-S"):
            subprocess.run(["ipcrm", option, str(self.key)], capture_output=True, check=False)
        subprocess.run(["rm", "-rf", str(self.root)], check=False)  # deeper than Python can remove


def _file(path: Path) -> tuple[Any, ...]:
    status = path.lstat()
    what = (status.st_mode, status.st_uid, status.st_nlink if path.is_file() else 0, os.listxattr(path, follow_symlinks=False))
    return (*what, status.st_mtime_ns, path.read_bytes()) if path.is_file() else what


def _system_v(key: int) -> list[str]:
    lists = [Path("/proc/sysvipc") / kind for kind in ("shm", "msg", "sem")]
    return [path.name for path in lists for line in path.read_text(encoding="ascii").split("\n")[1:] if line.split()[:1] == [str(key)]]


def _marked(mark: str) -> Iterator[int]:
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            with suppress(OSError):
                if mark.encode() in Path(f"/proc/{name}/environ").read_bytes():
                    yield int(name)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    root = Path(tempfile.mkdtemp(prefix="hostile-"))  # not pytest's folder: the path of a socket must be short
    shutil.copytree(REPOSITORY / "tests" / "project", root / "project")
    shutil.copytree(REPOSITORY / "templates", root / "project" / "templates")
    for name in ("mkdocs.yml", "constraints.txt"):
        shutil.copy(REPOSITORY / name, root / "project" / name)
    made = Machine(root, Sample(root / "project"))
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:/{made.mark}")
    monkeypatch.setenv(SECRET_NAME, made.secret)
    monkeypatch.setenv("HOME", str(made.home))
    monkeypatch.setenv("TMPDIR", str(made.temporary))
    monkeypatch.setattr(tempfile, "tempdir", str(made.temporary))
    for name, value in SMALL.items():
        monkeypatch.setattr(worker, name, value)
    yield made
    made.close()


@dataclass(frozen=True)
class Ended:
    """What the prover said."""

    exit_code: int
    stdout: str
    output: str


def prove(
    machine: Machine, level: str, *options: str, prefix: tuple[str, ...] = (), python: str = sys.executable, stdin: Any = subprocess.DEVNULL
) -> Ended:
    """Run the prover in a process of its own."""
    set_up = [f"worker.{name} = {value}" for name, value in SMALL.items()] + [f"contain.probe = lambda: {level!r}"]
    command = machine.root / "bin" / "failpedia"
    command.write_text("\n".join(["from generator.cli import main", "from generator.proving import contain, worker", *set_up, "main()"]))
    words = [*prefix, python, str(command), "prove", *options, "--root", str(machine.sample.root)]
    pipes = {"stdin": stdin, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, **pipes, text=True, cwd=machine.sample.root, start_new_session=True) as process:
        try:
            stdout, stderr = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            pytest.fail(f"the prover itself hung for {PATIENCE} s")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert "Traceback" not in stderr, stderr
    return Ended(process.returncode, stdout, stdout + stderr)


def prove_here(machine: Machine, level: str, monkeypatch: pytest.MonkeyPatch, *options: str) -> Ended:
    """Run the prover in this process, which is faster."""
    if level != "off":
        monkeypatch.setattr(contain, "probe", lambda: level)
    result = machine.sample.run("prove", *options)
    if not isinstance(result.exception, SystemExit | None):
        raise AssertionError(result.output) from result.exception  # noqa: TRY004 - it is the prover's failure
    return Ended(result.exit_code, result.stdout, result.output)


def sides(machine: Machine) -> dict[str, Any]:
    path = machine.sample.root / FOLDER / "proof.json"
    assert not path.is_symlink()
    (proof,) = json.loads(path.read_text(encoding="utf-8"))["proofs"]
    found: dict[str, Any] = proof["sides"]
    return found


def assert_contained(machine: Machine, name: str, ended: Ended, before: dict[str, Any]) -> None:
    """Check the verdict, the exit code, and that the machine is as before."""
    told = head(name)
    assert machine.secret not in ended.output
    assert machine.survivors() == []
    assert machine.connections() == []
    assert machine.state() == before
    if told["expected"] == "unavailable":
        (problem,) = json.loads(ended.stdout)
        assert (problem["code"], problem["place"]) == ("proof-unavailable", told["side"])
        return
    assert machine.secret not in machine.sample.read(f"{FOLDER}/proof.json")
    shown = sides(machine)
    side = shown[told["side"]]
    assert re.fullmatch(told["expected"], side["verdict"]), side
    assert re.search(told["words"], side["measured"]), side
    failed = {name for name, side in shown.items() if side["verdict"] != {"broken": "reproduced", "fixed": "clean"}[name]}
    assert ended.exit_code == (1 if failed else 0)
    assert {problem["place"] for problem in json.loads(ended.stdout)} == failed
    assert {problem["code"] for problem in json.loads(ended.stdout)} <= {"proof-failed"}


def contained() -> Iterator[Any]:
    """Every attack on every level; those on the verdict alone do not depend on the level."""
    for name in ATTACKS:
        told = head(name)
        either = told["either"] or told["declared"] == "{fails: check}"
        for level in () if told["alone"] else (possible() or LEVELS)[:1] if either else LEVELS:
            reason = OPEN.get(f"{name}-{level}") or OPEN.get(name)
            yield pytest.param(name, level, id=f"{name}-{level}", marks=gets_through(reason) if reason else ())


def gets_through(reason: str) -> Any:
    return pytest.mark.xfail(strict=True, reason=reason)


def skip_unless_possible(level: str, told: dict[str, str]) -> None:
    if level not in possible():
        pytest.skip(f"this machine has no level {level}")
    if told["needs"] == "loopback" and level == "landlock":
        pytest.skip("no loopback without a network namespace")
    if told["needs"] == "torch" and find_spec("torch") is None:
        pytest.skip("torch is not installed")
    if told["machine"] not in ("", platform.machine()):
        pytest.skip(f"for {told['machine']} only")


REQUIRE = ("--sandbox", "require", "--format", "json")


@pytest.mark.parametrize(("name", "level"), list(contained()))
def test_an_attack_is_contained(name: str, level: str, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    told = head(name)
    skip_unless_possible(level, told)
    machine.place(name)
    if name == "endless_setup":
        monkeypatch.setattr(worker, "SETUP_SECONDS", 1.5)
    before = machine.state()
    ended = prove(machine, level, *REQUIRE) if told["apart"] else prove_here(machine, level, monkeypatch, *REQUIRE)
    assert_contained(machine, name, ended, before)


COLD = ["change_libraries", "daemon_of_a_hang", "kill_others", "library_in_scratch", "overwrite", "patched_runner", "read_environment"]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=gets_through(OPEN[f"{name}-cold"]) if f"{name}-cold" in OPEN else ()) for name in COLD]
)
def test_an_attack_is_contained_in_a_new_interpreter(name: str, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    level = possible()[0] if possible() else LEVELS[0]
    skip_unless_possible(level, head(name))
    machine.place(name)
    before = machine.state()
    assert_contained(machine, name, prove_here(machine, level, monkeypatch, *REQUIRE, "--cold"), before)


@pytest.mark.parametrize("name", [name for name in ATTACKS if head(name)["off"]])
def test_an_attack_succeeds_where_nothing_contains_it(name: str, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: an attack that never works proves nothing."""
    machine.place(name, contained=False)
    before = machine.state()
    ended = prove_here(machine, "off", monkeypatch, "--sandbox", "off", "--format", "json")
    shown = sides(machine)["broken"]["stdout"]
    wanted = head(name)["off"]
    assert "managed" in shown
    assert (machine.survivors(0.2) != []) if wanted == "survivor" else re.search(wanted, shown.split("\n")[-1]), shown
    assert machine.connections() or not name.startswith("connect")
    assert machine.victim.poll() is not None or name != "kill_others"
    assert machine.state()["files"] != before["files"] or name not in ("change_attributes", "links_in_scratch", "overwrite")
    assert ended.exit_code == (0 if wanted == "survivor" else 1)


LINES = {
    "no JSON": "returned",
    "no object": "[]",
    "an event that cannot be looked up": '{"event": ["returned"]}',
    "an event nobody knows": '{"event": "checked", "verdict": "clean"}',
    "nested too deeply": "[" * 100_000,
    "a second call": '{"event": "called"}',
    "a value that is no text": '{"event": "returned", "value": 5, "shown": "5", "series": null}',
    "no value": '{"event": "returned", "value": null, "shown": "0", "series": null}',
    "a value that is no JSON": '{"event": "returned", "value": "{", "shown": "0", "series": null}',
    "a value that is no data": json.dumps(
        {"event": "returned", "value": '{"$": "array", "dtype": "O", "shape": [1], "data": "AAAAAAAAAAA="}'}
    ),
    "shown that is no text": '{"event": "returned", "value": "0", "shown": {"a": 5}, "series": null}',
    "a series of texts": '{"event": "returned", "value": "0", "shown": "0", "series": ["x"]}',
    "a series that is none": '{"event": "returned", "value": "0", "shown": "0", "series": 5}',
    "an exception of numbers": json.dumps(
        {"event": "raised"} | dict.fromkeys(("phase", "type", "names", "message", "traceback", "line"), 5) | {"missing": None}
    ),
    "a line that is none": json.dumps(
        {"event": "raised", "phase": "call", "type": "E", "names": ["E"], "message": "", "traceback": "", "line": "x", "missing": None}
    ),
    "half a character": json.dumps(
        {"event": "raised", "phase": "call", "type": "\ud800", "names": ["E"], "message": "", "traceback": "", "line": 1, "missing": None}
    ),
}


@pytest.mark.parametrize("what", [pytest.param(what, marks=gets_through(OPEN[what]) if what in OPEN else ()) for what in LINES])
def test_a_malformed_report_is_refused(what: str, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    level = possible()[0] if possible() else LEVELS[0]
    skip_unless_possible(level, head("malformed_report"))
    machine.place("malformed_report", line=LINES[what])
    before = machine.state()
    assert_contained(machine, "malformed_report", prove_here(machine, level, monkeypatch, *REQUIRE), before)


def invisible(text: str) -> set[str]:
    """Return the characters that do something to a terminal or a page instead of being seen."""
    return {repr(c) for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c not in "\n\t"}


def texts(value: Any) -> Iterator[str]:
    """Yield all texts of a JSON value."""
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    for item in value if isinstance(value, list) else ():
        yield from texts(item)
    if isinstance(value, str):
        yield value


def pages_of(machine: Machine) -> dict[str, str]:
    here = project.Project(machine.sample.root)
    return render.render(project.read(here).encyclopedia, jinja2.FileSystemLoader(here.templates / "pages"), render.SiteSettings("sample"))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=gets_through(OPEN[f"{name}-shown"]) if f"{name}-shown" in OPEN else ())
        for name in ATTACKS
        if name.startswith("control")
    ],
)
def test_control_sequences_are_shown_harmlessly(name: str, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    level = possible()[0] if possible() else LEVELS[0]
    skip_unless_possible(level, head(name))
    machine.place(name)
    monkeypatch.setattr(contain, "probe", lambda: level)
    for form in ("text", "github", "json"):
        # with colours: else click takes out what it takes for colours, as it does not for a terminal
        arguments = ["prove", "--all", "--format", form, "--root", str(machine.sample.root)]
        said = CliRunner().invoke(main, arguments, color=True).output
        assert invisible(said) == set()
        if form == "github":
            assert not [line for line in said.split("\n") if line.startswith("::") and not line.startswith("::error file=snippets/")]
    if (machine.sample.root / FOLDER / "proof.json").exists():
        ledger = machine.sample.read(f"{FOLDER}/proof.json")
        assert invisible(ledger) == set()
        assert {c for text in texts(json.loads(ledger)) for c in invisible(text)} == set()
    assert invisible(CliRunner().invoke(main, ["show", "wrong-mean", "--root", str(machine.sample.root)], color=True).output) == set()
    (machine.sample.root / "build" / "docs").mkdir(parents=True)
    settings = load_config(str(machine.sample.root / "mkdocs.yml"))
    for path, text in pages_of(machine).items():
        if path.endswith(".md"):
            assert invisible(text) == set(), path
            html = markdown.markdown(text, extensions=settings.markdown_extensions, extension_configs=settings.mdx_configs)
            assert "<script>hostile" not in html, path


def test_a_terminal_stays_as_it_was(machine: Machine) -> None:
    level = possible()[0] if possible() else LEVELS[0]
    skip_unless_possible(level, head("terminal"))
    master, slave = os.openpty()
    machine.place("terminal", terminal=os.ttyname(slave))
    before, settings = machine.state(), termios.tcgetattr(slave)
    take_terminal = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 1); os.execv(sys.argv[1], sys.argv[1:])"
    with open(slave, "rb", closefd=False) as terminal:
        ended = prove(machine, level, *REQUIRE, prefix=(sys.executable, "-c", take_terminal), stdin=terminal)
    assert termios.tcgetattr(slave) == settings
    os.set_blocking(slave, False)
    with pytest.raises(BlockingIOError):
        os.read(slave, 1)
    os.close(master)
    os.close(slave)
    assert_contained(machine, "terminal", ended, before)


def test_folders_without_permissions_are_removed_by_a_user_who_is_not_root(machine: Machine) -> None:
    level = possible()[0] if possible() else LEVELS[0]
    skip_unless_possible(level, head("unremovable_folders"))
    prefix = ("setpriv", "--bounding-set=-all,+setfcap", "--inh-caps=-all") if os.getuid() == 0 else ()
    if prefix and shutil.which(prefix[0]) is None:
        pytest.skip("root may remove everything, and there is no setpriv to give that up")
    machine.place("unremovable_folders")
    before = machine.state()
    assert_contained(machine, "unremovable_folders", prove(machine, level, *REQUIRE, prefix=prefix), before)


def test_an_import_runs_inside_the_walls(machine: Machine) -> None:
    level = possible()[0] if possible() else LEVELS[0]
    skip_unless_possible(level, head("import_of_itself"))
    machine.place("import_of_itself")
    root = machine.sample.root
    (root / ENTRY).rename(root / "entries" / "evil.yaml")
    (root / FOLDER).rename(root / "snippets" / "evil")
    before = machine.state()
    ended = prove(machine, level, *REQUIRE)
    assert not (root / "hostile-import").exists(), (root / "hostile-import").read_text(encoding="utf-8")
    assert (ended.exit_code, ended.stdout) == (0, "[]\n")
    after, ledger = machine.state(), str(root / "snippets" / "evil" / "proof.json")
    assert before["files"].pop(ledger) != after["files"].pop(ledger)
    assert after == before


def test_a_library_of_the_project_s_folder_is_not_taken_for_an_installed_one(machine: Machine) -> None:
    level = possible()[0] if possible() else LEVELS[0]
    skip_unless_possible(level, head("import_of_itself"))
    machine.place("import_that_prints")
    machine.sample.edit(f"{FOLDER}/import_that_prints.py", "import this", "import jinja2 as this\n\nthis.s = this.__name__")
    code = f"open({str(machine.sample.root / 'hostile-library')!r}, 'w').close()\n"
    for name in ("jinja2", "multiprocessing", "selectors", "re", "generator"):
        machine.sample.write(f"{name}.py", code)
    before = machine.state()
    ended = prove(machine, level, *REQUIRE)
    assert machine.state() == before
    assert (ended.exit_code, ended.stdout) == (0, "[]\n")


def test_a_snippet_named_like_a_library_is_judged_alike_warm_and_cold(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    level = possible()[0] if possible() else LEVELS[0]
    skip_unless_possible(level, head("import_of_itself"))
    machine.place("import_that_prints")
    root = machine.sample.root
    text = machine.sample.read(f"{FOLDER}/import_that_prints.py")
    machine.sample.write(f"{FOLDER}/jinja2.py", text.replace("import this", "import jinja2 as this\n\nthis.s = this.__version__"))
    (root / FOLDER / "import_that_prints.py").unlink()
    machine.sample.edit(ENTRY, "import_that_prints.py", "jinja2.py")
    ended = [prove_here(machine, level, monkeypatch, *REQUIRE, "--all", *options) for options in ((), ("--cold",))]
    assert ended[0].stdout == ended[1].stdout


def test_a_new_interpreter_reads_no_code_of_the_scratch_folder(machine: Machine) -> None:
    level = possible()[0] if possible() else LEVELS[0]
    skip_unless_possible(level, head("user_site"))
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", machine.root / "bin" / "venv"], check=True)
    (packages,) = (machine.root / "bin" / "venv").glob("lib/*/site-packages")
    (packages / "all.pth").write_text("\n".join([str(REPOSITORY), sysconfig.get_path("purelib")]), encoding="utf-8")
    machine.place("user_site")
    before = machine.state()
    ended = prove(machine, level, *REQUIRE, "--cold", python=str(machine.root / "bin" / "venv" / "bin" / "python"))
    assert_contained(machine, "user_site", ended, before)


@pytest.mark.parametrize("command", ["check", "prove"])
def test_a_source_too_complex_for_python_is_a_problem(command: str, machine: Machine) -> None:
    machine.place("forged_frame")
    machine.sample.write(f"{FOLDER}/forged_frame.py", f"x = {'-' * 20_000}1\n")
    result = machine.sample.run(command, "--format", "json")
    assert isinstance(result.exception, SystemExit), result.exception
    assert "snippet-syntax" in {problem["code"] for problem in json.loads(result.stdout)}


def test_links_in_a_pull_request_are_not_followed(machine: Machine) -> None:
    """A ledger that is a link must not lead the prover to write elsewhere, a snippet that is one not lead it to read."""
    machine.place("forged_frame")
    folder = machine.sample.root / FOLDER
    (folder / "proof.json").unlink(missing_ok=True)
    (folder / "proof.json").symlink_to(machine.other / "notes.txt")
    (folder / "netrc.py").symlink_to(machine.home / ".netrc")
    before = machine.state()
    outputs = [machine.sample.run(*words).output for words in (["check"], ["prove", "--format", "json"], ["show", "wrong-mean"])]
    assert machine.secret not in "".join(outputs)
    assert machine.secret not in "".join(pages_of(machine).values())
    assert machine.state() == before
