"""Which published failures have an entry: what the page says, and what a wrong file is told."""

import re

import pytest

from tests.conftest import Sample

FILE = "entries/_coverage.yaml"


def page(sample: Sample) -> str:
    assert sample.run("build").exit_code == 0
    return sample.read("build/docs/coverage.md")


def test_the_page_counts_what_is_covered_open_and_out_of_scope(sample: Sample) -> None:
    text = page(sample)
    assert "Of the 2 leaves" in text
    assert "**1** have one (50 %), 1 do not yet, and 1 more are out of scope" in text
    assert re.search(r"- averaging averages: \[.+\]\(entries/wrong-mean.md\)", text)
    assert "not liking the result: a matter of taste" in text


def test_an_entry_that_is_written_later_counts_also_under_an_alias(sample: Sample) -> None:
    sample.edit("entries/wrong-mean.yaml", "\ncategory:", "\naliases: [wrong-median]\ncategory:")
    assert "**2** have one (100 %), 0 do not yet" in page(sample)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("        entry: wrong-mean\n", "", "entries/_coverage.yaml:5:"),
        ("        out_of_scope: a matter of taste", "        out_of_scope: taste\n        entry: wrong-mean", "entries/_coverage.yaml:9:"),
        ("https://example.org/averages", "example.org", "entries/_coverage.yaml:3:"),
    ],
)
def test_a_wrong_file_is_told_where(sample: Sample, old: str, new: str, told: str) -> None:
    sample.edit(FILE, old, new)
    result = sample.run("check")
    assert result.exit_code == 1
    assert told in result.output


def test_an_encyclopedia_need_not_have_one(sample: Sample) -> None:
    (sample.root / FILE).unlink()
    assert sample.run("check").exit_code == 0
