"""`failpedia check` through its output and exit code."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.source import parse
from tests.conftest import REPOSITORY, Sample

ENTRY = "entries/wrong-mean.yaml"


def test_a_proved_project_has_no_problem(sample: Sample) -> None:
    result = sample.run("check")
    assert (result.exit_code, result.output) == (0, "1 entry checked, no problem\n")


def test_all_problems_of_all_files_in_one_run(sample: Sample) -> None:
    sample.edit(ENTRY, "kind: silent", "kind: 3\nkinds: loud")
    sample.edit("snippets/wrong-mean/warn.py", "def broken", "def brokn")
    sample.write("entries/second.yaml", "title: [unclosed\n")
    sample.edit("entries/_taxonomy.yaml", "tags:", "colours: {red: Red.}\ntags:")
    lines = sample.run("check").stdout.splitlines()
    assert [line for line in lines if line.startswith("entries/second.yaml:2:1: ") and line.endswith("[yaml-syntax]")]
    assert "entries/wrong-mean.yaml:3:7: kind: a number stands here; write a text" in "\n".join(lines)
    assert f'{ENTRY}:4:1: kinds: "kinds" is not a key here; did you mean "kind"? [unknown-key]' in lines
    assert 'entries/_taxonomy.yaml:11:1: colours: "colours" is not a key here; choose from: ' in "\n".join(lines)
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("tags: [mean]", "tags: [mean, mena]", f'{ENTRY}:7:14: tags[1]: "mena" is not a known tag; did you mean "mean"? [unknown-tag]'),
        (
            "  - id: divide-once",
            "  - {id: divide-once, titel: x}\n  - id: divide-twice",
            f'{ENTRY}:28:23: fixes[0].titel: "titel" is not a key here; did you mean "title"? [unknown-key]',
        ),
        (
            "fails: check",
            "failz: check",
            f"{ENTRY}:37:11: fixes[0].proofs[0].broken: this declares no way to fail; write one of {{fails: check}}",
        ),
        (
            "dies: SIGBUS",
            "dies: SIGBAS",
            f'{ENTRY}:54:17: fixes[0].proofs[4].broken.dies: "SIGBAS" is not a signal; name one like SIGBUS',
        ),
        (
            "hangs: 1",
            "hangs: soon",
            f"{ENTRY}:50:18: fixes[0].proofs[3].broken.hangs: a text stands here; write a whole number [wrong-type]",
        ),
        ("sign: number-is-off", "sign: no", f'{ENTRY}:16:11: symptoms[0].sign: "no" is not a known sign'),
        ("why: The weights", "why: 2024-01-31\n    wy: The weights", 'mistakes[0].wy: "wy" is not a key here; did you mean "why"?'),
        (
            "- my average",
            "- größer als der Durchschnitt: my average",
            f"{ENTRY}:9:5: reported_as[0]: a mapping stands here; write a text",
        ),
    ],
)
def test_true_line_and_column(sample: Sample, old: str, new: str, expected: str) -> None:
    sample.edit(ENTRY, old, new)
    assert expected in sample.run("check").stdout


def test_a_tab_is_named_with_its_place(sample: Sample) -> None:
    sample.edit(ENTRY, "    text: Every part", "  \ttext: Every part")
    assert f"{ENTRY}:14:3: a tab where YAML wants spaces; indent with two spaces [yaml-syntax]" in sample.run("check").stdout


def test_columns_count_characters_not_bytes(sample: Sample) -> None:
    sample.edit(ENTRY, "tags: [mean]", 'tags: [mean, "größer", Tag]')
    assert f"{ENTRY}:7:24: tags[2]" in sample.run("check").stdout


def test_yaml_1_2_scalars_reach_the_entry(sample: Sample) -> None:
    sample.edit(ENTRY, "- my average changes when I split the data", "- no\n  - 1e-5x\n  - yes\n  - 2024-01-31\n  - '1e-5'\n  - off")
    assert sample.run("check").exit_code == 0
    sample.edit(ENTRY, "- off", "- 1e-5\n  - 0o17\n  - ~\n  - 2.10")
    lines = sample.run("check").stdout.splitlines()
    assert [re.sub(r";.*", "", line.split(": ", 2)[2]) for line in lines] == ["a number stands here"] * 2 + [
        "nothing stands here",
        "a number stands here",
    ]


def test_windows_lines_and_a_byte_order_mark_are_read(sample: Sample) -> None:
    text = "\ufeff" + sample.read(ENTRY).replace("\n", "\r\n")
    (sample.root / ENTRY).write_bytes(text.encode())
    assert sample.run("check").exit_code == 0


def test_github_annotations(sample: Sample) -> None:
    sample.edit(ENTRY, "tags: [mean]", "tags: [mena]")
    line = sample.run("check", "--format", "github").stdout.splitlines()[-1]
    assert line == f'::error file={ENTRY},line=7,col=8,title=unknown-tag::tags[0]: "mena" is not a known tag; did you mean "mean"?'


def test_json(sample: Sample) -> None:
    assert json.loads(sample.run("check", "--format", "json").stdout) == []
    sample.edit(ENTRY, "tags: [mean]", "tags: [mena]")
    codes = [problem["code"] for problem in json.loads(sample.run("check", "--format", "json").stdout)]
    assert codes == ["unused-taxonomy", "unknown-tag"]


def test_only_the_entries_asked_for(sample: Sample) -> None:
    sample.write("entries/second.yaml", "title: x\n")
    assert sample.run("check", "wrong-mean").exit_code == 0
    assert sample.run("check", "second").exit_code == 1


def test_what_all_entries_rest_on_is_checked_with_each_and_blames_none_of_them(sample: Sample) -> None:
    language = (REPOSITORY / "entries" / "_diagnosis.yaml").read_text(encoding="utf-8")
    sample.write("entries/_diagnosis.yaml", language.replace("rank_in_name:", "rank_in_name:\n  - '(?!x)(?P<rank>y)'", 1))
    sample.edit(ENTRY, "confirm:", "metrics:\n  - conditions:\n      - series: loss\n        shows: nan\nconfirm:")
    (problem,) = sample.run("check", "wrong-mean").stdout.strip().split("\n")
    assert re.match(r"entries/_diagnosis\.yaml:\d+:\d+: rank_in_name\[0\]: .*lookaround", problem), problem


def test_wrong_usage_exits_with_2(sample: Sample) -> None:
    result = sample.run("check", "wrong-meen")
    assert result.exit_code == 2
    assert 'there is no entry "wrong-meen"; did you mean "wrong-mean"?' in result.output
    assert sample.run("check", "--format", "xml").exit_code == 2
    assert Sample(sample.root / "entries").run("check").exit_code == 2


def test_a_sentence_in_three_entries_is_filler_whatever_it_names(sample: Sample) -> None:
    text = sample.read(ENTRY).split("signatures:")[0] + "confirm:" + sample.read(ENTRY).split("confirm:")[1]
    for n, word in enumerate(["`a`", "`bb`", "`c_c`"]):
        sample.write(
            f"entries/copy-{n}.yaml",
            text.replace("Each number then", f"Version {n} of {word} is what you then need to look at. Each number then"),
        )
    found = [line for line in sample.run("check").stdout.splitlines() if "[filler]" in line and "is what you" in line]
    assert [line.split(":")[0] for line in found] == ["entries/copy-0.yaml", "entries/copy-1.yaml", "entries/copy-2.yaml"]


@given(st.text(alphabet=st.sampled_from("ab:-|>{}[]&*!'\"#%@`,\n\t \\0é\x00")))
def test_no_text_makes_the_reader_raise(text: str) -> None:
    source = parse("x.yaml", text)
    assert source.data is None or not [p for p in source.problems if p.code == "yaml-syntax" and "second" not in p.message]
    assert all(problem.line >= 1 and problem.column >= 1 for problem in source.problems)


@pytest.mark.parametrize("depth", [50, 900, 5000])
def test_deep_nesting_is_refused_without_a_traceback(sample: Sample, depth: int) -> None:
    sample.write("entries/deep.yaml", "a: " + "[" * depth)
    result = sample.run("check")
    assert "nest" in result.stdout
    assert result.exit_code == 1
