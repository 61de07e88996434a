"""`failpedia diagnose` as a person runs it, wrong turns and hostile logs included."""

import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from generator.diagnosis.telling import UNSAFE
from tests.diagnosis.conftest import REPOSITORY

Run = Callable[..., Result]
Ask = Callable[..., Any]
LABEL = "IndexError: Target 7 is out of bounds."
SLUG = "label-index-out-of-range"


def slugs(found: Any) -> list[str]:
    return [match["slug"] for match in found["matches"]]


def test_json_has_the_shape_that_programs_rely_on(answer: Ask) -> None:
    found = answer(given=f"step 1\n{LABEL}\n")
    assert list(found) == ["matches", "initiating", "collateral", "missing"]
    first = found["matches"][0]
    assert list(first) == ["slug", "title", "confidence", "score", "evidence", "next_step"]
    assert (first["slug"], first["confidence"]) == (SLUG, "sure")
    assert first["evidence"] == [{"file": "-", "line": 2, "text": LABEL}]
    assert isinstance(first["score"], int)
    assert found["initiating"] is None
    assert [match["score"] for match in found["matches"]] == sorted((m["score"] for m in found["matches"]), reverse=True)


def test_people_see_the_line_the_next_step_and_the_fix(run: Run) -> None:
    result = run(given=f"{LABEL}\n")
    assert result.exit_code == 0
    for part in ("Class index outside 0 to C-1  sure", SLUG, f"line 1  {LABEL}", "Next  ", "Fix  "):
        assert part in result.stdout, result.stdout
    assert len(result.stdout.splitlines()) < 12


def test_a_step_that_announces_code_shows_it(run: Run) -> None:
    result = run(given="every label of the eos token is -100 because pad token equals eos\n")
    after = result.stdout.partition("Take a batch from the loader that trains:")[2].split("\n")
    assert after[1].strip() == "batch = next(iter(trainer.get_train_dataloader()))"


def test_nothing_fits_is_said_plainly_and_is_exit_code_1(run: Run) -> None:
    result = run(given="all epochs done, accuracy 0.93\n")
    assert (result.exit_code, "No entry fits." in result.stdout) == (1, True)


def test_lines_for_the_problem_matchers_of_editors(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "train.log"
    path.write_text(f"[rank0]: fine\n[rank0]: {LABEL}\n")
    result = run("--format", "lines", str(path))
    assert result.stdout.splitlines() == [f"{path}:2:22: {SLUG}: Class index outside 0 to C-1"]


def test_top_limits_the_answer(answer: Ask) -> None:
    text = "short prompts get nonsense when I batch them with long ones and the loss counts padding"
    assert len(slugs(answer("--top", "1", given=text))) == 1
    assert len(slugs(answer("--top", "3", given=text))) > 1


def test_several_files_are_the_ranks_of_one_job(answer: Ask, tmp_path: Path) -> None:
    files = []
    for rank, line in enumerate(["Connection closed by peer [10.0.0.3]:4411", "fine", LABEL]):
        files.append(tmp_path / f"rank{rank}.log")
        files[-1].write_text(f"step 1\nRuntimeError: {line}\n" if rank == 0 else f"step 1\n{line}\n")
    found = answer(*map(str, files))
    assert found["initiating"] == {"rank": 2, "line": 2}
    assert [(c["rank"], c["line"]) for c in found["collateral"]] == [(0, 2)]
    assert found["matches"][0]["evidence"][0]["file"] == str(files[2])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_the_name_of_a_file_may_be_any_bytes(answer: Ask, run: Run, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"rank1\xff\n.log")
    path.write_text(f"{LABEL}\n")
    assert answer(str(path))["matches"][0]["evidence"][0]["file"] == f"{tmp_path}/rank1\ufffd\ufffd.log"
    assert run(str(path), "--format", "lines").stdout == f"{tmp_path}/rank1\ufffd\ufffd.log:1:13: {SLUG}: Class index outside 0 to C-1\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [("absent.log", "there is no file"), ("folder", "is a folder; name its files, such as"), ("empty", "is a folder; it holds no file")],
)
def test_what_cannot_be_read_is_wrong_usage(run: Run, tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.log").write_text("x")
    (tmp_path / "empty").mkdir()
    result = run(str(tmp_path / name))
    assert (result.exit_code, said in result.stderr) == (2, True), result.output


def test_an_empty_file_and_standard_input_closed_early(answer: Ask, run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(b"")
    assert answer(str(tmp_path / "a.log"))["missing"] == [f"{tmp_path / 'a.log'} is empty."]
    assert run(given="").exit_code == 1
    closed = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m generator diagnose <&-"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert (closed.returncode, "Traceback" in closed.stderr) == (2, False), closed.stderr


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    text = "".join(f"{LABEL} {i}\n" for i in range(2000))
    command = f"{sys.executable} -m generator diagnose --json --top 50 | head -c 1"
    done = subprocess.run(["/bin/sh", "-c", command], cwd=REPOSITORY, input=text, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{", "")


def test_gzip_is_read_even_when_it_was_cut(answer: Ask, tmp_path: Path) -> None:
    raw = gzip.compress(f"fine\n{LABEL}\n".encode()) + gzip.compress(os.urandom(200_000).hex().encode())
    (tmp_path / "a.log.gz").write_bytes(raw[:-3000])
    assert slugs(answer(str(tmp_path / "a.log.gz"))) == [SLUG]


def test_a_binary_is_said_to_be_no_text(answer: Ask, tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(bytes(range(256)) * 4096)
    found = answer(str(tmp_path / "model.bin"))
    assert (found["matches"], found["missing"]) == ([], [f"{tmp_path / 'model.bin'} is not text: bring what the program printed."])


HOSTILE = {
    "nul bytes": b"\0\0fine\n\0Index\0Error: Target 7 is out of bounds.\n",
    "invalid utf-8": b"\xff\xfe\xfa fine \xc3\n"[2:] + b"\x80 IndexError: Target 7 is out of bounds. \xe2\x82\n",
    "utf-16 of a shell": f"fine\r\n{LABEL}\r\n".encode("utf-16"),
    "ansi colours": b"fine\n\x1b[31mIndexError\x1b[0m: \x1b[1mTarget\x1b[22m 7 is out of bounds.\n",
    "what tput and script leave": b"fine\n\x1b7\x1b=\x1b[1mIndexError\x1b(B\x1b[m: Target 7 is out\x1b(B\x1b[m of bounds.\x1b>\n",
    "progress bars": b"fine\n" + b"\r 1%|#" * 5000 + b"\rIndexError: Target 7 is out of bounds.\r 2%|##\n",
    "a line of megabytes": b"fine\n" + b"x" * 5_000_000 + b"\nIndexError: Target 7 is out of bounds.\n",
    "carriage returns only": b"fine\n" + b"\r" * 5_000_000 + b"IndexError: Target 7 is out of bounds.",
    "windows line ends": f"fine\r\n{LABEL}\r\n".encode(),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_do_not_hide_the_line(answer: Ask, name: str) -> None:
    found = answer(given=HOSTILE[name])
    assert slugs(found)[:1] == [SLUG]
    assert found["matches"][0]["evidence"][0]["line"] == (3 if name == "a line of megabytes" else 2)


def test_html_and_terminal_commands_are_shown_as_text(run: Run) -> None:
    text = "\x1b]0;owned\x07<script>alert(1)</script> \x9b31m\u202e [bold]IndexError: Target 7 is out of bounds.\x08\x08\n"
    for form in ("text", "lines", "json"):
        result = run("--format", form, given=text)
        assert result.exit_code == 0
        assert not UNSAFE.search(result.stdout.replace("\n", ""))
    assert "<script>alert(1)</script>" in run(given=text).stdout
    assert "[bold]" in run(given=text).stdout


def test_memory_stays_bounded_on_a_long_stream() -> None:
    code = (
        "import resource, io, json, sys\n"
        "from generator.diagnosis import cached\nfrom generator.diagnosis.answer import Diagnosis\nfrom generator.project import Project\n"
        "from pathlib import Path\n"
        "class Long:\n    left = 120\n    def read(self, n):\n        self.left -= 1\n"
        "        return b'[rank1]: step 3 loss 2.5 RuntimeError: no\\n' * 25000 if self.left > 0 else b''\n"
        "d = Diagnosis(cached.load(Project(Path('.').resolve())))\nbefore = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "d.answer([d.collector.read(0, '-', Long())])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 80_000, "kilobytes more for 120 MB of lines"
