"""`--watch`: the answer appears while one edits."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.conftest import REPOSITORY, Sample

ENTRY = "entries/wrong-mean.yaml"


class Running:
    """A command that runs beside the test."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.said: list[str] = []
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.said.extend(iter(self.process.stdout.readline, ""))

    def waits_for(self, pattern: str, times: int = 1, seconds: float = 30) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = "".join(self.said)
            if len(re.findall(pattern, text)) >= times:
                return text
            time.sleep(0.02)
        raise AssertionError(f"{pattern!r} did not appear {times} times in:\n{''.join(self.said)}")


@contextmanager
def watching(sample: Sample, *arguments: str) -> Iterator[Running]:
    command = [sys.executable, "-u", "-m", "generator", *arguments, "--watch", "--root", str(sample.root)]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=sample.root)
    try:
        yield Running(process)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(20) == 0
        finally:
            process.kill()


def test_check_answers_each_change(sample: Sample) -> None:
    with watching(sample, "check") as run:
        run.waits_for("1 entry checked, no problem")
        run.waits_for("waiting for a change")
        sample.edit(ENTRY, "tags: [mean]", "tags: [maen]")
        run.waits_for('"maen" is not a known tag')
        run.waits_for("waiting for a change", 2)
        sample.edit(ENTRY, "tags: [maen]", "tags: [mean]")
        run.waits_for("1 entry checked, no problem", 2)
        run.waits_for("waiting for a change", 3)
        sample.write("entries/second.yaml", "title: x\n")
        text = run.waits_for('second.yaml:1:1: category: "category" is missing')
    assert "Traceback" not in text


def test_check_of_one_entry_that_goes_and_comes_back(sample: Sample) -> None:
    text = sample.read(ENTRY)
    with watching(sample, "check", "wrong-mean") as run:
        run.waits_for("waiting for a change")
        (sample.root / ENTRY).unlink()
        run.waits_for('there is no entry "wrong-mean"')
        run.waits_for("waiting for a change", 2)
        sample.write(ENTRY, text)
        run.waits_for("1 entry checked, no problem", 2)


def test_prove_runs_again_and_its_own_ledger_is_no_change(sample: Sample) -> None:
    with watching(sample, "prove", "wrong-mean") as run:
        run.waits_for("waiting for a change", seconds=60)
        sample.edit("snippets/wrong-mean/refuse.py", 'raise ValueError("unequal parts")', "return 2")
        run.waits_for("refuse.py:12:1: broken: .*should be reproduced", seconds=60)
        run.waits_for("waiting for a change", 2, seconds=60)
        sample.edit("snippets/wrong-mean/refuse.py", "return 2", 'raise ValueError("unequal parts")  # again')
        run.waits_for("all as declared", 2, seconds=60)
        run.waits_for("waiting for a change", 3, seconds=60)
        time.sleep(1)
        assert len(re.findall("waiting for a change", "".join(run.said))) == 3
    assert "# again" in sample.read("snippets/wrong-mean/proof.json")


def test_prove_wants_to_know_what_to_watch(sample: Sample) -> None:
    result = sample.run("prove", "--watch")
    assert (result.exit_code, "name them: failpedia prove --watch SLUG" in result.output) == (2, True)
