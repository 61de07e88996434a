"""`failpedia new`, as a person uses it, wrong turns included."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.entry import Entry
from generator.source import parse
from tests.conftest import REPOSITORY, Sample

ENTRY, SNIPPET = "entries/lost-digits.yaml", "snippets/lost-digits/todo.py"
LOG = 'Traceback (most recent call last):\n  File "sum.py", line 3, in <module>\nOverflowError: 17 digits lost at /data/a.csv\n'


def problems(sample: Sample, *arguments: str) -> list[dict[str, Any]]:
    return json.loads(sample.run("check", *arguments, "--format", "json").stdout)  # type: ignore[no-any-return]


def started(sample: Sample, *arguments: str) -> Sample:
    result = sample.run("new", "lost-digits", *arguments)
    assert result.exit_code == 0, result.output
    return sample


def test_what_it_writes_fails_only_where_something_is_to_be_written_and_all_of_it_is_named(sample: Sample) -> None:
    started(sample)
    found = problems(sample)
    assert {problem["code"] for problem in found} == {"placeholder", "unknown-tag"}
    text = sample.read(ENTRY)
    todos = [number for number, line in enumerate(text.split("\n"), 1) if re.search(r"\btodo\b", line, re.IGNORECASE)]
    assert sorted(int(problem["line"]) for problem in found if problem["path"] == ENTRY) == todos
    todos = [number for number, line in enumerate(sample.read(SNIPPET).split("\n"), 1) if "TODO" in line]
    assert [problem["line"] for problem in found if problem["path"] == SNIPPET] == todos
    required = {name for name, info in Entry.model_fields.items() if info.is_required()}
    assert required <= set(parse("x", text).data)
    assert "title: the failure in a few words; the heading of its page" not in text
    assert f'{ENTRY}:2:8: title: "TODO" is a placeholder; write here: the failure in a few words' in sample.run("check").stdout


def test_guidance_stands_above_each_field_and_goes_when_it_is_filled(sample: Sample) -> None:
    started(sample)
    assert "#? The failure in a few words; the heading of its page.\ntitle: TODO\n" in sample.read(ENTRY)
    sample.edit(ENTRY, "title: TODO", "title: Digits are lost")
    assert [problem["code"] for problem in problems(sample, "lost-digits")].count("not-canonical") == 1
    assert sample.run("fmt", "lost-digits").exit_code == 0
    assert sample.read(ENTRY).startswith("title: Digits are lost\n")


def test_a_log_gives_signature_declaration_and_symptom(sample: Sample) -> None:
    sample.write("crash.log", LOG)
    result = sample.run("new", "lost-digits", "--title", "Digits: lost", "--from-log", str(sample.root / "crash.log"))
    assert (result.exit_code, "drafted from the log: OverflowError: 17 digits lost at /data/a.csv" in result.output) == (0, True)
    data = parse("x", sample.read(ENTRY)).data
    assert data["title"] == "Digits: lost"
    assert data["signatures"][0]["pattern"] == r"-?\d+ digits lost at \S+"
    assert data["fixes"][0]["proofs"][0]["broken"] == {"raises": "OverflowError", "match": r"-?\d+ digits lost at \S+"}
    assert "raise OverflowError itself" in sample.read(SNIPPET)
    assert {problem["code"] for problem in problems(sample)} == {"placeholder", "unknown-tag"}


def test_a_log_without_a_failure_is_said_so(sample: Sample) -> None:
    sample.write("run.log", "epoch 1\nepoch 2\n")
    result = sample.run("new", "lost-digits", "--from-log", str(sample.root / "run.log"))
    assert (result.exit_code, "no line of the log tells a failure" in result.output) == (0, True)
    assert parse("x", sample.read(ENTRY)).data["fixes"][0]["proofs"][0]["broken"] == {"fails": "check"}


def test_a_known_log_and_a_similar_title_are_warned_of(sample: Sample) -> None:
    sample.write("run.log", "step 3\nmean of means: 4\n")
    result = sample.run("new", "mean-of-the-means", "--from-log", str(sample.root / "run.log"))
    assert result.exit_code == 0
    assert 'warning: "The mean of means is not the mean" prints such a log; read it first: failpedia show wrong-mean' in result.output
    result = sample.run("new", "wrong-means")
    assert 'warning: "The mean of means is not the mean" sounds like it' in result.output
    assert "warning" not in sample.run("new", "stack-overflow").output


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("Wrong Slug!", '"Wrong Slug!" is not a slug; name the failure in lower case with hyphens, for example "wrong-slug"'),
        ("../../etc", "is not a slug"),
        ("!!!", "for example labels-not-shifted"),
        ("wrong-mean", "entries/wrong-mean.yaml is there already"),
        ("mean-of-means", '"mean-of-means" is an alias of wrong-mean'),
        ("half-done", "snippets/half-done/ is there already, without an entry"),
    ],
)
def test_wrong_slugs_are_refused_and_nothing_is_written(sample: Sample, slug: str, expected: str) -> None:
    sample.edit("entries/wrong-mean.yaml", "category:", "aliases: [mean-of-means]\ncategory:")
    sample.write("snippets/half-done/a.py", "")
    before = sorted(sample.root.rglob("*"))
    result = sample.run("new", slug)
    assert (result.exit_code, expected in " ".join(result.output.split())) == (2, True), result.output
    assert sorted(sample.root.rglob("*")) == before


def test_a_log_that_is_not_there_is_wrong_usage(sample: Sample) -> None:
    result = sample.run("new", "lost-digits", "--from-log", str(sample.root / "no.log"))
    assert (result.exit_code, "No such file" in result.output, (sample.root / ENTRY).exists()) == (2, True, False)


def filled(sample: Sample) -> None:
    """Fill the draft in as a contributor does, with an editor."""
    text = sample.read(ENTRY)
    for old, new in {
        "id: todo": "id: floats-are-short",
        "cause: todo": "cause: floats-are-short",
        "removes: [todo]": "removes: [floats-are-short]",
        "snippet: todo.py": "snippet: add_exactly.py",
        "tags: [todo]": "tags: [mean]",
        "https://TODO": "https://docs.python.org/3/library/math.html#math.fsum",
    }.items():
        assert old in text
        text = text.replace(old, new)
    words = iter(
        [
            "Ten",
            "tenths",
            "are",
            "no",
            "whole",
            "when",
            "added",
            "one",
            "after",
            "another",
            "in",
            "floats",
            "as",
            "fsum",
            "knows",
            "well",
            "enough",
        ]
    )
    text = re.sub(r"\bTODO\b", lambda _: f"Ten tenths, {next(words)}", text)
    sample.write(ENTRY, text)
    (sample.root / SNIPPET).rename(sample.root / "snippets/lost-digits/add_exactly.py")


GOOD = '''"""Add floats with fsum."""

import math

tenths = [0.1] * 10


def broken():
    return sum(tenths)


def fixed():
    return math.fsum(tenths)


def check(total):
    """Ten tenths are one."""
    assert abs(total - 1) < 1e-17, f"total {total!r}"
'''


@pytest.fixture
def drafted(sample: Sample) -> Callable[[str, str], Sample]:
    def write(old: str, new: str) -> Sample:
        started(sample)
        filled(sample)
        assert old in GOOD
        sample.write("snippets/lost-digits/add_exactly.py", GOOD.replace(old, new))
        assert sample.run("fmt").exit_code == 0
        return sample

    return write


def test_from_the_draft_to_a_proved_entry(drafted: Callable[[str, str], Sample]) -> None:
    sample = drafted("", "")
    assert "never proved; run: failpedia prove lost-digits" in sample.run("check").stdout
    result = sample.run("prove", "lost-digits")
    assert result.exit_code == 0, result.output
    assert sample.run("check").output == "2 entries checked, no problem\n"
    assert "#?" not in sample.read(ENTRY)
    assert sample.run("build", "--strict").exit_code == 0


@pytest.mark.parametrize(
    ("command", "old", "new", "expected"),
    [
        ("prove", "math.fsum(tenths)", "sum(reversed(tenths))", "fixed: reproduced, and should be clean"),
        ("prove", "return sum(tenths)", "return math.fsum([*tenths])", "broken: clean, and should be reproduced"),
        (
            "check",
            'assert abs(total - 1) < 1e-17, f"total {total!r}"',
            "print(abs(total - 1) < 1e-17)",
            "the check holds no assert, so it cannot fail; assert the property",
        ),
        (
            "prove",
            "return math.fsum",
            "import urllib.request as u; u.urlopen('https://example.org')\n    return math.fsum",
            "snippets run without a network: make small data and models in the set-up",
        ),
        (
            "prove",
            "return math.fsum",
            "import torch; torch.zeros(1).cuda()\n    return math.fsum",
            "snippets run on a CPU: show there the part",
        ),
        ("prove", "return math.fsum", "open('/etc/motd', 'w')\n    return math.fsum", "a snippet sees its own folder and nothing else"),
    ],
)
def test_wrong_turns_with_a_snippet(drafted: Callable[[str, str], Sample], command: str, old: str, new: str, expected: str) -> None:
    sample = drafted(old, new)
    result = sample.run(command, "lost-digits")
    assert (result.exit_code, expected in result.stdout) == (1, True), result.output
    assert re.search(r"snippets/lost-digits/add_exactly\.py:\d+:1: ", result.stdout)
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("tags: [mean]", "tags: [maen]", 'tags[0]: "maen" is not a known tag; did you mean "mean"? [unknown-tag]'),
        ("https://docs", "http://docs", "references[0].url: http://docs.python.org/3/library/math.html#math.fsum is not an https link"),
        ("fails: check", "fials: check", "this declares no way to fail; write one of {fails: check}"),
        ("kind: silent", "kind: slient", 'kind: "slient" is not a known kind'),
    ],
)
def test_wrong_turns_in_the_entry(drafted: Callable[[str, str], Sample], old: str, new: str, expected: str) -> None:
    sample = drafted("", "")
    sample.edit(ENTRY, old, new)
    assert expected in sample.run("check", "lost-digits").stdout


ISSUE = """### What failed, in a few words?

Digits are *lost*: the sum is off

### How would you have searched for it?

- sum is 0.9999
- `sum` is not 1 <b>

### What does the log show?

```text
Traceback (most recent call last):
OverflowError: 17 digits lost
```

### Why does it happen, as far as you know?

Floats.

Two paragraphs: "quoted" # no comment

### What removes it?

_No response_

### Where did you read about it?

see https://docs.python.org/3/library/math.html, and <https://example.org/a>
"""


def test_an_issue_becomes_a_draft(sample: Sample) -> None:
    form = REPOSITORY / ".github" / "ISSUE_TEMPLATE" / "failure.yml"
    sample.write(".github/ISSUE_TEMPLATE/failure.yml", form.read_text(encoding="utf-8"))
    sample.write("issue.md", ISSUE.replace("\n", "\r\n"))
    started(sample, "--from-issue", str(sample.root / "issue.md"))
    data = parse("x", sample.read(ENTRY)).data
    assert data["title"] == "Digits are *lost*: the sum is off"
    assert data["reported_as"] == ["sum is 0.9999", "`sum` is not 1 <b>"]
    assert data["mechanism"] == 'Floats.\n\nTwo paragraphs: "quoted" # no comment\n'
    assert data["signatures"][0]["pattern"] == r"-?\d+ digits lost"
    assert [reference["url"] for reference in data["references"]] == [
        "https://docs.python.org/3/library/math.html",
        "https://example.org/a",
    ]
    assert data["fixes"][0]["why"] == "TODO"
    assert {problem["code"] for problem in problems(sample, "lost-digits")} == {"placeholder", "unknown-tag"}


def test_a_text_that_is_no_such_issue_is_refused(sample: Sample, tmp_path: Path) -> None:
    (tmp_path / "issue.md").write_text("It does not work.", encoding="utf-8")
    result = sample.run("new", "lost-digits", "--from-issue", str(tmp_path / "issue.md"))
    assert (result.exit_code, "failure.yml is missing" in result.output) == (2, True)
    form = REPOSITORY / ".github" / "ISSUE_TEMPLATE" / "failure.yml"
    sample.write(".github/ISSUE_TEMPLATE/failure.yml", form.read_text(encoding="utf-8"))
    result = sample.run("new", "lost-digits", "--from-issue", str(tmp_path / "issue.md"))
    assert (result.exit_code, "none of the form's questions" in result.output, (sample.root / ENTRY).exists()) == (2, True, False)
