"""A proof run that is stopped at any moment leaves whole, true ledgers and nothing that runs; the next run goes on."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from generator import ledger, project
from tests.conftest import Sample
from tests.proving.test_prove import FOLDER, only

COMMAND = [sys.executable, "-m", "generator", "prove", "--all"]


def start(sample: Sample) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, "--root", str(sample.root)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )


def descendants(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-eo", "pid,ppid"], capture_output=True, text=True, check=True).stdout.split("\n")[1:]
    parents = {int(child): int(parent) for child, parent in (line.split() for line in listed if line)}
    found, todo = [], [pid]
    while todo:
        children = [child for child, parent in parents.items() if parent == todo[0]]
        todo = todo[1:] + children
        found += children
    return found


def is_gone(pid: int) -> bool:
    try:
        return "Z" in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
    except OSError:
        return True


def whole(sample: Sample) -> ledger.Ledger:
    """Read the ledger; a torn one raises."""
    found = ledger.read(sample.root / FOLDER / "proof.json")
    assert found is not None
    assert not [
        path for path in (sample.root / FOLDER).iterdir() if path.name.startswith(".proof-") and time.time() - path.stat().st_mtime > 60
    ]
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_run_is_stopped_at_a_random_moment(sample: Sample, number: signal.Signals) -> None:
    before = whole(sample)
    for _ in range(4):
        process = start(sample)
        time.sleep(random.uniform(0.2, 2.5))  # noqa: S311 - any moment will do
        below = descendants(process.pid)
        process.send_signal(number)
        output = process.communicate(timeout=20)[0]
        assert "Traceback" not in output
        assert process.returncode in {0, 130, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT}
        deadline = time.monotonic() + 5
        while not all(map(is_gone, below)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert all(map(is_gone, below)), "a process stayed behind"
        assert not ledger.differences(before, whole(sample))
    assert sample.run("prove", "--all").exit_code == 0
    assert not list(Path(tempfile.gettempdir()).glob(f"failpedia-{process.pid}-*")), "the next run sweeps what was left"


@pytest.mark.parametrize("victim", ["server", "child"])
def test_the_server_or_a_child_is_killed(sample: Sample, victim: str) -> None:
    before = whole(sample)
    for _ in range(4):
        process = start(sample)
        time.sleep(random.uniform(0.8, 2.0))  # noqa: S311 - any moment will do
        children = descendants(process.pid)
        servers = [pid for pid in children if b"proving.server import main" in _command(pid) and _parent(pid) == process.pid]
        chosen = servers if victim == "server" else [pid for pid in children if pid not in servers and _parent(pid) in servers][:1]
        for pid in chosen:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        output = process.communicate(timeout=60)[0]
        assert "Traceback" not in output
        assert process.returncode in {0, 1}
        whole(sample)
    assert sample.run("prove", "--all").exit_code == 0
    assert not ledger.differences(before, whole(sample))


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ")
    except OSError:
        return b""


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[1])
    except OSError:
        return -1


@pytest.mark.skipif(os.getuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_keeps_the_old_ledger(sample: Sample, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)], check=False).returncode:
        pytest.skip("this machine does not let root mount a tmpfs")
    try:
        root = Sample(small / "project")
        shutil.copytree(sample.root, root.root, ignore=shutil.ignore_patterns("templates", "build"))
        root.edit(f"{FOLDER}/divide_once.py", "uniform(3, 4)", "uniform(3, 5)")
        before = root.read(f"{FOLDER}/proof.json")
        with (small / "filler").open("wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(b"x" * 4096)
            except OSError:
                pass
        done = subprocess.run([*COMMAND, "--root", str(root.root)], capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, "Traceback" in done.stdout + done.stderr) == (1, False)
        assert "No space left on device" in done.stderr
        assert root.read(f"{FOLDER}/proof.json") == before
    finally:
        subprocess.run(["umount", str(small)], check=False)


def test_only_what_does_not_hold_is_proved(sample: Sample) -> None:
    assert "every ledger holds" in sample.run("prove").output
    sample.edit(f"{FOLDER}/warn.py", '"""Say what', '"""Print what')
    assert sample.run("prove").output.endswith("2 runs of 1 entry, all as declared\n")
    assert len(json.loads(sample.read(f"{FOLDER}/proof.json"))["proofs"]) == 5
    assert sample.run("prove", "wrong-mean").output.endswith("17 runs of 1 entry, all as declared\n")


def test_only_what_a_change_touches_is_proved(sample: Sample) -> None:
    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=sample.root, check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "start")
    assert sample.run("prove", "--changed", "HEAD").output.endswith("every ledger holds\n")
    sample.write("entries/notes.txt", "")
    sample.edit(f"{FOLDER}/warn.py", '"""Say what', '"""Print what')
    assert sample.run("prove", "--changed", "HEAD").output.endswith("17 runs of 1 entry, all as declared\n")
    result = sample.run("prove", "--changed", "no-such-revision")
    assert (result.exit_code, "git: fatal" in result.output) == (2, True)
    result = sample.run("prove", "--changed", f"--output={sample.root / 'written'}")
    assert (result.exit_code, (sample.root / "written").exists()) == (2, False)


def test_shards_part_the_entries_by_duration() -> None:
    from generator.ledger import Key, Ledger, ProofRecord, Side
    from generator.proving.selection import shard

    def book(seconds: float) -> Ledger:
        record = ProofRecord(
            snippet="a.py", key=Key(snippet="", declaration={}, prover=""), sides={"broken": Side(verdict="", measured="", seconds=seconds)}
        )
        return Ledger(slug="x", date="", python="", proofs=(record,))

    books = {f"e{n}": book(seconds) for n, seconds in enumerate([9, 5, 4, 1, 1])}
    parts = [shard(list(books), books, part, 2) for part in (1, 2)]
    assert sorted(parts[0] + parts[1]) == sorted(books)
    assert (sorted(parts[0]), sorted(parts[1])) == (["e0", "e3"], ["e1", "e2", "e4"])


def test_a_bad_shard_is_wrong_usage(sample: Sample) -> None:
    for text in ("0/2", "3/2", "x", "1", "\u00b2/3", "1/100000000"):
        assert sample.run("prove", "--shard", text).exit_code == 2


def test_both_cores_are_used(sample: Sample) -> None:
    if (os.cpu_count() or 1) < 2:
        pytest.skip("one core only")
    sample.edit(f"{FOLDER}/wait.py", "    return None if", "    import time; time.sleep(0.4); return None if")
    sample.edit("entries/wrong-mean.yaml", "hangs: 1", "hangs: 3")

    def wall(jobs: str) -> float:
        started = time.monotonic()
        sample.run("prove", "--all", "--jobs", jobs)
        return time.monotonic() - started

    # Waiting needs no processor: with two jobs the hang overlaps all else, so that the two runs differ whatever the machine does.
    one, two = wall("1"), wall("2")
    assert two < one


def test_unavailable_sides_are_counted_and_allowed_by_number_only(sample: Sample) -> None:
    sample.edit(f"{FOLDER}/warn.py", "\nparts", "\nimport nobody_has_this\n\nparts")
    assert sample.run("prove").exit_code == 1
    allowed = sample.run("prove", "--max-unavailable", "2")
    assert (allowed.exit_code, "2 sides unavailable, 2 allowed" in allowed.output) == (0, True)
    assert 'broken: the module "nobody_has_this" is not installed' in allowed.output, "a skip says why"
    assert allowed.output.endswith("0 runs of 1 entry, all as declared; 2 could not run\n")
    assert sample.run("prove", "--max-unavailable", "1").exit_code == 1


@pytest.mark.parametrize(
    ("snippet", "old", "new", "fault"),
    [
        ("divide_once.py", "assert abs(mean - whole) < 1e-9", "assert mean != whole or True", "check accepts everything"),
        ("warn.py", "def fixed", "def fixed", "fixed does nothing"),
    ],
)
def test_a_proof_that_survives_its_mutants_is_reported(sample: Sample, snippet: str, old: str, new: str, fault: str) -> None:
    sample.edit(f"{FOLDER}/{snippet}", old, new)
    found = [line for line in sample.run("prove", "--mutate").stdout.splitlines() if f"{FOLDER}/{snippet}:" in line]
    if snippet == "warn.py":
        assert any(fault in line and line.endswith("[vacuous-proof]") for line in found)
    else:  # broken is not reproduced to begin with, so the spoilt one is red as well
        assert not any(fault in line for line in found)


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("\nparts", "\nimport nobody_has_this\n\nparts", "[proof-unavailable]", 'the module "nobody_has_this" is not installed'),
        ("raise ValueError", "return ValueError", "[proof-failed]", "broken: other-error, and should be reproduced"),
    ],
)
def test_a_proof_that_is_not_green_unspoilt_does_not_pass_for_one_that_turns_red(
    sample: Sample, old: str, new: str, code: str, words: str
) -> None:
    only(sample, "refuse.py")
    assert sample.run("prove", "--mutate").output.endswith("no spoilt proof of 1 entry stayed green\n")
    sample.edit(f"{FOLDER}/refuse.py", old, new)
    result = sample.run("prove", "--mutate")
    assert result.exit_code == 1
    assert any(words in line and line.endswith(code) for line in result.stdout.splitlines()), result.output


def test_a_library_that_went_missing_since_the_ledger_was_written_is_no_red_mutant(sample: Sample) -> None:
    only(sample, "refuse.py")
    sample.write("constraints.txt", "")
    sample.edit(f"{FOLDER}/refuse.py", "\nparts", "\nimport nobody_has_this\n\nparts")
    book = json.loads(sample.read(f"{FOLDER}/proof.json"))
    read = project.read(project.Project(sample.root)).encyclopedia
    (_, _, proof), *_ = read.entries["wrong-mean"].proofs()
    key = ledger.key_of(proof, read.snippets["wrong-mean"]["refuse.py"], {})
    book["proofs"] = [each | {"key": key.model_dump()} for each in book["proofs"] if each["snippet"] == "refuse.py"]
    sample.write(f"{FOLDER}/proof.json", json.dumps(book))
    assert "every ledger holds" in sample.run("prove").output
    result = sample.run("prove", "--mutate")
    assert (result.exit_code, "[proof-unavailable]" in result.stdout) == (1, True), result.output


@pytest.mark.parametrize("path", [f"{FOLDER}/proof.json", "entries/endless.yaml"])
def test_a_link_to_what_never_ends_is_not_read(sample: Sample, path: str) -> None:
    (sample.root / path).unlink(missing_ok=True)
    (sample.root / path).symlink_to("/dev/zero")
    limit = "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30)); from generator.cli import main; main()"
    words = [sys.executable, "-c", limit, "check", "--root", str(sample.root)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in done.stderr
    assert (done.returncode, "[ledger-invalid]" in done.stdout) == ((1, True) if path.endswith(".json") else (0, False)), done.stdout


def test_what_detached_itself_ends_with_the_prover_without_namespaces_too(sample: Sample) -> None:
    only(sample, "warn.py")
    detach = (
        "import os, sys; os.fork() or (os.setsid(), os.execv(sys.executable, [sys.executable, '-c', 'import time; time.sleep(4322)'])); "
    )
    sample.edit(f"{FOLDER}/warn.py", 'print("mean of means:"', f'{detach}__import__("time").sleep(30); print("mean of means:"')
    code = "from generator.cli import main; from generator.proving import contain; contain.probe = lambda: 'landlock'; main()"
    with subprocess.Popen([sys.executable, "-c", code, "prove", "--root", str(sample.root)], stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 20
        while not _sleepers() and time.monotonic() < deadline:
            time.sleep(0.1)
        assert _sleepers(), "it did not start"
        process.kill()
    deadline = time.monotonic() + 5
    while _sleepers() and time.monotonic() < deadline:
        time.sleep(0.1)
    left = _sleepers()
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


def _sleepers() -> list[int]:
    return [
        int(name) for name in os.listdir("/proc") if name.isdigit() and _command(int(name)).endswith(b"-c import time; time.sleep(4322) ")
    ]
