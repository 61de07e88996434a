"""A tiny encyclopedia about arithmetic, proved once a session, of which each test gets a copy."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main

REPOSITORY = Path(__file__).parents[1]


@dataclass(frozen=True)
class Sample:
    """A project on disk and the command line to drive it."""

    root: Path

    def run(self, *arguments: str) -> Result:
        return CliRunner().invoke(main, [*arguments, "--root", str(self.root)])

    def read(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def edit(self, path: str, old: str, new: str) -> None:
        text = self.read(path)
        assert old in text, f"{old!r} is not in {path}"
        self.write(path, text.replace(old, new, 1))


@pytest.fixture(scope="session")
def proved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("proved") / "project"
    shutil.copytree(REPOSITORY / "tests" / "project", root)
    shutil.copytree(REPOSITORY / "templates", root / "templates")
    for name in ("mkdocs.yml", "constraints.txt"):
        shutil.copy(REPOSITORY / name, root / name)
    result = Sample(root).run("prove")
    assert result.exit_code == 0, result.output
    return root


@pytest.fixture
def sample(proved: Path, tmp_path: Path) -> Sample:
    root = tmp_path / "project"
    shutil.copytree(proved, root)
    return Sample(root)


@pytest.fixture
def variant(sample: Sample) -> Callable[[str, str, str], Sample]:
    """The sample with one text replaced."""

    def change(path: str, old: str, new: str) -> Sample:
        sample.edit(path, old, new)
        return sample

    return change
