"""The diagnosis over this repository's own entries, as people run it."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from generator.diagnosis import index
from generator.diagnosis.answer import Answer, Diagnosis
from generator.encyclopedia import Encyclopedia
from generator.project import Project, read

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def book() -> Encyclopedia:
    return read(Project(REPOSITORY), ledger_rules=False).encyclopedia


@pytest.fixture(scope="session")
def diagnosis(book: Encyclopedia) -> Diagnosis:
    return Diagnosis(json.loads(json.dumps(index.build(book))))


@pytest.fixture(scope="session")
def ask(diagnosis: Diagnosis) -> Callable[..., Answer]:
    """Diagnose texts: one, or those of several ranks."""

    def diagnose(*texts: str | bytes, top: int = 5) -> Answer:
        raws = [text.encode() if isinstance(text, str) else text for text in texts]
        readings = [
            diagnosis.collector.read(i, f"rank{i}.log" if len(raws) > 1 else "-", io.BytesIO(raw), alone=len(raws) == 1)
            for i, raw in enumerate(raws)
        ]
        return diagnosis.answer(readings, top)

    return diagnose


@pytest.fixture
def run() -> Callable[..., Result]:
    """Call `failpedia diagnose`."""

    def command(*arguments: str, given: str | bytes = b"") -> Result:
        return CliRunner().invoke(main, ["diagnose", *arguments, "--root", str(REPOSITORY)], input=given)

    return command


@pytest.fixture
def answer(run: Callable[..., Result]) -> Callable[..., Any]:
    """Call `failpedia diagnose --json` and read what it prints."""

    def command(*arguments: str, given: str | bytes = b"") -> Any:
        result = run("--json", *arguments, given=given)
        assert result.exit_code in (0, 1), result.output
        found = json.loads(result.stdout)
        assert (result.exit_code == 0) == bool(found["matches"])
        return found

    return command
