"""`failpedia fmt`: the canonical form of an entry, and that nothing is lost on the way there."""

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.formatting import canonical
from generator.source import parse
from tests.conftest import REPOSITORY, Sample

ENTRY = "entries/wrong-mean.yaml"


def form(text: str, **options: Any) -> str:
    return canonical(parse("x.yaml", text), modeline=False, **options)


def test_keys_get_the_order_of_the_model_and_take_their_comments_along() -> None:
    before = """\
# Who wrote this file.

tags: [a, b]   # two of them
# why it is silent
kind: silent
references:
  - supports: x   # said there
    # the address
    url: https://a.example
    # nothing follows
  # another one is missing
title: {x: 1}
# the last word
"""
    assert (
        form(before)
        == """\
# Who wrote this file.
title:
  x: 1
# the last word
# why it is silent
kind: silent
tags: [a, b]  # two of them
references:
  # the address
  - url: https://a.example
    # nothing follows
    supports: x  # said there
  # another one is missing
"""
    )


def test_block_style_and_words_on_one_line() -> None:
    before = """\
stages:
- training
-   reading
affects: [spreadsheets, "a, b"]
root_causes: [{text: 'It''s "x"', id: one}]
fixes:
      - proofs:
          - {snippet: a.py, broken: {match: '[a-z]', raises: ValueError}, stack: python}
        id: two
reported_as:
  - one text over
    two lines
  - 'quoted
     over two'
summary: >-
      folded
      text

      and more
mechanism: |
    four

      deep
"""
    assert (
        form(before)
        == """\
stages: [training, reading]
summary: >-
  folded
  text

  and more
reported_as:
  - one text over
    two lines
  - 'quoted
    over two'
affects:
  - spreadsheets
  - "a, b"
mechanism: |
  four

    deep
root_causes:
  - id: one
    text: 'It''s "x"'
fixes:
  - id: two
    proofs:
      - snippet: a.py
        stack: python
        broken:
          raises: ValueError
          match: '[a-z]'
"""
    )


def test_guidance_goes_when_its_field_is_filled() -> None:
    text = "#? In a few words.\ntitle: TODO\n#? Choose one.\nkind: todo\n#? Cause and fix.\nsummary: It `TODO`s.\n  #? recap: more\n"
    assert form(text) == "#? In a few words.\ntitle: TODO\n#? Choose one.\nkind: todo\nsummary: It `TODO`s.\n#? recap: more\n".replace(
        "#? recap", "#? recap"
    )
    assert form(text.replace("TODO\n#", "It\n#").replace("todo", "crash")) == "title: It\nkind: crash\nsummary: It `TODO`s.\n"


scalars = st.one_of(
    st.sampled_from(
        [
            "",
            " ",
            "a",
            "no",
            "1e-5",
            "- x",
            "# x",
            "a: b",
            "a #b",
            "'",
            '"',
            "|",
            "two\nlines",
            "\n",
            "end\n\n",
            " lead",
            "a\n\n b\n",
            "é`x`",
        ]
    ),
    st.text(alphabet=st.sampled_from("ab:-#'\"|> \n\\é"), max_size=12),
)


@st.composite
def files(draw: st.DrawFn) -> str:
    """Entry-like YAML as different people write it: any order, any style, comments anywhere."""

    def written(text: str, indent: int) -> str:
        pad = " " * (indent + draw(st.integers(1, 3)))
        style = draw(st.sampled_from("'\"|"))
        body = text.rstrip("\n")
        if style == "|" and body and not body.startswith((" ", "\n")):
            breaks = len(text) - len(body)
            return (
                ("|" + ("-" if not breaks else "" if breaks == 1 else "+"))
                + "\n"
                + "\n".join(pad + x if x else "" for x in body.split("\n"))
                + "\n" * max(0, breaks - 1)
            )
        if style == "'" and "\n" not in text:
            return "'" + text.replace("'", "''") + "'"
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

    def comment(pad: str) -> str:
        return draw(st.sampled_from(["", "", f"{pad}# note {draw(st.integers(0, 99))}\n", "\n"]))

    keys = draw(st.permutations(["title", "summary", "tags", "recap", "root_causes", "monitor", "unheard_of"]))
    out = ""
    for key in keys[: draw(st.integers(1, 7))]:
        out += comment("")
        if key == "tags":
            out += draw(st.sampled_from(["tags: [a-b, c]", "tags:\n- a-b\n- c", "tags: [\n  a-b,\n  c ]"])) + "\n"
        elif key == "recap":
            out += "recap:\n" + "".join(comment("  ") + f"  - {written(draw(scalars), 2)}\n" for _ in range(draw(st.integers(1, 3))))
        elif key == "root_causes":
            items = [f"  - text: {written(draw(scalars), 4)}\n{comment('    ')}    id: x\n" for _ in range(draw(st.integers(1, 2)))]
            out += "root_causes:\n" + "".join(items)
        elif key == "monitor":
            out += draw(st.sampled_from(["monitor: {alert: a, signal: 'b'} # flow\n", "monitor:\n  alert: a # one\n  signal: b\n"]))
        else:
            out += f"{key}: {written(draw(scalars), 0)}\n"
    return out + comment("")


def comments(text: str) -> list[str]:
    return sorted(re.findall(r"# (?:note \d+|flow|one)$", text, re.MULTILINE))


@given(files())
@example("title: a\n# x\n")
def test_formatting_is_idempotent_and_keeps_data_and_comments(text: str) -> None:
    before = parse("x.yaml", text)
    assert not before.problems, text
    once = form(text)
    after = parse("x.yaml", once)
    assert after.data == before.data
    assert form(once) == once
    assert comments(once) == comments(text)


def test_every_entry_of_this_repository_keeps_its_data() -> None:
    for path in sorted((REPOSITORY / "entries").glob("[!_]*.yaml")):
        text = path.read_text(encoding="utf-8")
        assert parse("x", form(text)).data == parse("x", text).data


def test_the_command_writes_what_check_asks_for(sample: Sample) -> None:
    sample.edit(ENTRY, "category: arithmetic\nkind: silent\n", "kind: silent  # it says nothing\ncategory: arithmetic\n")
    result = sample.run("check")
    assert f"{ENTRY}:2:1: fmt writes 'category: arithmetic' here; run: failpedia fmt wrong-mean [not-canonical]" in result.stdout
    result = sample.run("fmt")
    assert (result.exit_code, result.output) == (0, f"wrote {ENTRY}\n1 entry in canonical form\n")
    assert "kind: silent  # it says nothing" in sample.read(ENTRY)
    assert sample.run("check").exit_code == 0
    assert sample.run("fmt").output == "1 entry in canonical form\n"


@pytest.mark.parametrize("text", ["title: [unclosed\n", "title: a\ntitle: b\n", "", "just words\n", "title: &a x\nsummary: *a\n"])
def test_a_file_that_is_no_yaml_is_left_alone_and_named(sample: Sample, text: str) -> None:
    sample.write(ENTRY, text)
    result = sample.run("fmt")
    assert result.exit_code == 1
    assert f"{ENTRY}:" in result.stdout
    assert sample.read(ENTRY) == text


def test_an_unknown_slug_is_wrong_usage(sample: Sample) -> None:
    result = sample.run("fmt", "wrong-meen")
    assert (result.exit_code, 'did you mean "wrong-mean"?' in result.output) == (2, True)
