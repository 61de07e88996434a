"""One file a code: `tests/invalid/<code>.yaml` raises that problem, at the place that its first line names.

A folder of the same name is laid over the sample project first. The head of a file may say `# command:` (default: check),
`# placed-as:` (default: the sample's entry) and `# replace: file | old | new`.
"""

import json
import re
import shutil
from pathlib import Path

import pytest

from generator.problems import CODES
from tests.conftest import Sample

FOLDER = Path(__file__).parent / "invalid"
FILES = sorted(FOLDER.glob("*.yaml"))
ENTRY = "entries/wrong-mean.yaml"


def head(path: Path) -> dict[str, str]:
    lines = path.read_bytes()[:600].decode("latin-1").split("\n")[:4]
    return {match[1]: match[2] for line in lines if (match := re.match(r"# ([a-z-]+): (.*)", line))}


def test_every_code_has_its_file() -> None:
    assert {path.stem for path in FILES} == set(CODES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_problem(path: Path, sample: Sample) -> None:
    told = head(path)
    overlay = FOLDER / path.stem
    if overlay.is_dir():
        shutil.copytree(overlay, sample.root, dirs_exist_ok=True)
    shutil.copy(path, sample.root / told.get("placed-as", ENTRY))
    if "replace" in told:
        sample.edit(*(part.strip() for part in told["replace"].split("|")))
    result = sample.run(*told.get("command", "check").split(), "--format", "json")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert result.exit_code == 1, result.output
    found = [problem for problem in json.loads(result.stdout) if problem["code"] == path.stem]
    places = [f"{problem['path']}:{problem['line']}:{problem['column']}" for problem in found]
    assert told.get("expected", f"{ENTRY}:1:1") in places, result.stdout
    assert all(problem["message"] and (problem["hint"] or problem["code"]) for problem in found)
