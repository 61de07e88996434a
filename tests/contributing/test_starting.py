"""`failpedia init`: a working encyclopedia of another field."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from tests.conftest import REPOSITORY

STARTER = REPOSITORY / "generator" / "contributing" / "starter"
FAILPEDIA = Path(sys.executable).parent / "failpedia"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("init") / "database-failures"
    result = run("init", str(folder))
    assert result.exit_code == 0, result.output
    return folder


def test_it_passes_its_own_test(started: Path) -> None:
    done = subprocess.run(["make", "test", f"FAILPEDIA={FAILPEDIA}"], cwd=started, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for said in ("1 entry checked, no problem", "11 runs of 1 entry, all as declared", "no spoilt proof", "built build/site with 1 entry"):
        assert said in done.stdout
    page = (started / "build/site/index.html").read_text(encoding="utf-8")
    assert re.search(r"<title>\s*Database failures", page), page[:600]
    assert run("fmt", "--root", str(started)).output == "1 entry in canonical form\n"


def test_its_pages_know_nothing_of_machine_learning(started: Path) -> None:
    assert run("build", "--root", str(started)).exit_code == 0
    ours = re.compile(
        r"\b(machine learning|ML|train(?:ing|ed)?|models?|GPUs?|torch|tensors?|epochs?|gradients?|loss|failpedia\.)\b", re.IGNORECASE
    )
    for path in [
        *(started / "build/docs").rglob("*.md"),
        started / "mkdocs.yml",
        started / "README.md",
        *(started / "build/docs/assets").glob("*.js"),
    ]:
        text = path.read_text(encoding="utf-8")
        assert not ours.findall(text), (path, [line for line in text.split("\n") if ours.search(line)][:3])


def test_nothing_in_the_generator_or_the_templates_assumes_machine_learning() -> None:
    ours = re.compile(r"\b(machine learning|ML|training|transformers|tokenizers?|gradients?|epochs?|tensors?|loss)\b")
    reasons = {
        "generator/proving": "recognises how the libraries that proofs use today print what changes between runs",
    }
    for folder in ("generator", "templates"):
        for path in sorted((REPOSITORY / folder).rglob("*")):
            name = path.relative_to(REPOSITORY).as_posix()
            if path.suffix not in (".py", ".j2", ".html", ".js", ".css") or name.startswith(tuple(reasons)):
                continue
            found = [line for line in path.read_text(encoding="utf-8").split("\n") if ours.search(line)]
            assert not found, (name, found[:3])


TAXONOMY = """\
categories:
  schema: {title: Schema, meaning: "Tables, keys and constraints."}
kinds:
  silent: {title: Silent, meaning: "Wrong rows and no error."}
  crash: {title: Crash, meaning: "The statement is refused."}
stages:
  querying: {title: Querying, meaning: "While rows are read."}
stacks:
  sqlite: {title: SQLite, meaning: "SQLite through the standard library."}
signs:
  rows-missing: {title: Rows are missing, meaning: "A query gives fewer rows than there are."}
tags:
  nulls: "NULL and three-valued logic."
"""

ENTRY = """\
# yaml-language-server: $schema=_schema.json
title: NOT IN with a NULL in the list gives no row
category: schema
kind: silent
stages: [querying]
summary: |
  One NULL in a subquery makes `NOT IN` true for no row. Ask with `NOT EXISTS`.
tags: [nulls]
reported_as:
  - my anti join is empty
mechanism: |
  `1 NOT IN (2, NULL)` is unknown, since the NULL could be 1, and WHERE keeps what is true.
root_causes:
  - id: unknown-is-not-true
    text: A comparison with NULL is unknown.
symptoms:
  - sign: rows-missing
    text: The query gives no row at all.
    cause: unknown-is-not-true
    meaning: The list holds a NULL.
confirm:
  - step: Count the NULLs of the subquery.
    expect: At least one.
fixes:
  - id: ask-with-not-exists
    title: Ask with NOT EXISTS
    removes: [unknown-is-not-true]
    why: It asks for a matching row, and there is none.
    limits: NULLs on the left side then count as unmatched.
    proofs:
      - snippet: not_exists.py
        stack: sqlite
        broken:
          fails: check
references:
  - title: SQLite, expressions
    url: https://www.sqlite.org/lang_expr.html
    kind: docs
    supports: The result of IN and NOT IN with NULLs.
"""

SNIPPET = '''"""Ask with NOT EXISTS, which is not confused by a NULL."""

import sqlite3

TABLES = "create table a(x); insert into a values (1), (2); create table b(x); insert into b values (2), (null);"


def rows(query):
    base = sqlite3.connect(":memory:")
    base.executescript(TABLES)
    return [row[0] for row in base.execute(query)]


def broken():
    return rows("select x from a where x not in (select x from b)")


def fixed():
    return rows("select x from a where not exists (select 1 from b where b.x = a.x)")


def check(found):
    """The value that b does not have is found."""
    assert found == [1], f"found {found}"
'''


def test_another_field_can_be_built_from_it(started: Path, tmp_path: Path) -> None:
    root = tmp_path / "sql"
    shutil.copytree(started, root, ignore=shutil.ignore_patterns("build"))
    shutil.rmtree(root / "snippets")
    for path in (root / "entries/iterator-used-up.yaml", root / "tests/published-slugs.txt"):
        path.unlink()
    (root / "snippets/not-in-null").mkdir(parents=True)
    for name, text in {
        "entries/_taxonomy.yaml": TAXONOMY,
        "entries/not-in-null.yaml": ENTRY,
        "snippets/not-in-null/not_exists.py": SNIPPET,
    }.items():
        (root / name).write_text(text, encoding="utf-8")
    result = run("check", "--root", str(root))
    assert '_taxonomy.yaml:5:3: kinds.crash: no entry uses "crash"; remove it, or use it' in result.stdout
    taxonomy = root / "entries/_taxonomy.yaml"
    taxonomy.write_text("".join(line for line in TAXONOMY.splitlines(keepends=True) if "crash" not in line), encoding="utf-8")
    for command in (["fmt"], ["prove"], ["prove", "--mutate"], ["check"], ["build", "--strict"]):
        result = run(*command, "--root", str(root))
        assert result.exit_code == 0, result.output
    assert "found [], and" not in (page := (root / "build/docs/entries/not-in-null.md").read_text(encoding="utf-8"))
    assert "found []" in page
    draft = run("new", "implicit-cast", "--root", str(root))
    assert draft.exit_code == 0
    assert "category: schema\n" in (root / "entries/implicit-cast.yaml").read_text(encoding="utf-8")


def test_the_starter_shows_every_declaration_and_its_ledger_holds() -> None:
    result = run("check", "--root", str(STARTER))
    assert (result.exit_code, result.output) == (0, "1 entry checked, no problem\n"), f"failpedia prove --root {STARTER}\n{result.output}"


def test_it_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x", encoding="utf-8")
    result = run("init", str(tmp_path))
    assert (result.exit_code, "is not empty; name a new folder" in result.output) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    result = run("init", str(tmp_path / "mine.txt"))
    assert result.exit_code == 2
