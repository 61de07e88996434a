"""`failpedia rename`, `withdraw` and `supersede`: nothing that was published is lost."""

import json

import pytest

from tests.conftest import Sample

ENTRY = "entries/wrong-mean.yaml"


@pytest.fixture
def pair(sample: Sample) -> Sample:
    """The sample with a second entry that refers to the first, in every way there is."""
    text = sample.read(ENTRY)
    head, rest = text.split("signatures:\n")
    fixes, references = rest.split("fixes:\n")[1].split("    proofs:\n")[0], rest.split("references:\n")[1]
    confirm = rest.split("confirm:\n")[1].split("fixes:\n")[0]
    look = "not_this_if:\n  - observation: It is off by a lot.\n    rather: wrong-mean  # the mean\n"
    body = (
        f"{head}confirm:\n{confirm}{look}fixes:\n{fixes}    unproved: It cannot run here.\nreferences:\n{references}related: [wrong-mean]\n"
    )
    body = body.replace("title: The mean of means is not the mean", "title: The median\nstatus: superseded\nsuperseded_by: wrong-mean")
    sample.write("entries/wrong-median.yaml", body)
    sample.write("tests/published-slugs.txt", "wrong-mean\nwrong-median\n")
    sample.write("tests/logs/wrong-mean/a.log", "# source: https://example.org\nmean of means: 3\n")
    assert sample.run("check").exit_code == 0, sample.run("check").output
    return sample


def test_a_rename_moves_everything_and_nothing_has_to_be_proved_again(pair: Sample) -> None:
    pair.edit(ENTRY, "tags: [mean]", "# the only one\ntags: [mean]")
    result = pair.run("rename", "wrong-mean", "mean-of-means")
    assert result.exit_code == 0, result.output
    assert pair.run("check").output == "2 entries checked, no problem\n"
    assert pair.run("prove").output.endswith("every ledger holds\n")
    assert not (pair.root / ENTRY).exists()
    assert not (pair.root / "snippets/wrong-mean").exists()
    assert (pair.root / "tests/logs/mean-of-means/a.log").exists()
    text = pair.read("entries/mean-of-means.yaml")
    assert "aliases: [wrong-mean]\ncategory" in text
    assert "# the only one\ntags" in text
    assert json.loads(pair.read("snippets/mean-of-means/proof.json"))["slug"] == "mean-of-means"
    other = pair.read("entries/wrong-median.yaml")
    assert "rather: mean-of-means  # the mean" in other
    assert "related: [mean-of-means]" in other
    assert "superseded_by: mean-of-means" in other
    assert pair.read("tests/published-slugs.txt") == "mean-of-means\nwrong-mean\nwrong-median\n"
    result = pair.run("build", "--strict")
    assert result.exit_code == 0, result.output
    assert 'url=../mean-of-means/"' in pair.read("build/site/entries/wrong-mean/index.html")


def test_a_rename_can_be_taken_back(pair: Sample) -> None:
    before = pair.read(ENTRY)
    assert pair.run("rename", "wrong-mean", "mean-of-means").exit_code == 0
    assert pair.run("rename", "mean-of-means", "wrong-mean").exit_code == 0
    assert pair.read(ENTRY) == before.replace("category:", "aliases: [mean-of-means]\ncategory:", 1)
    assert pair.run("check").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("rename", "wrong-meen", "x"), 'there is no entry "wrong-meen"; did you mean "wrong-mean"?'),
        (("rename", "wrong-mean", "Wrong"), '"Wrong" is not a slug'),
        (("rename", "wrong-mean", "wrong-median"), "entries/wrong-median.yaml is there already"),
        (("rename", "wrong-mean", "wrong-mean"), "is there already"),
        (("rename", "wrong-mean", "taken"), "snippets/taken/ is there already"),
        (("withdraw", "wrong-mean", "--reason", " "), "the reason is empty"),
        (("withdraw", "wrong-mean"), "Missing option '--reason'"),
        (("supersede", "wrong-mean", "--by", "wrong-mean"), "cannot supersede itself"),
        (("supersede", "wrong-mean", "--by", "wrong-median"), "wrong-median is superseded itself"),
        (("supersede", "wrong-mean", "--by", "wrong-mode"), 'there is no entry "wrong-mode"'),
    ],
)
def test_wrong_turns_change_nothing(pair: Sample, arguments: tuple[str, ...], expected: str) -> None:
    pair.write("snippets/taken/proof.json", "{}")
    before = {path: path.read_bytes() for path in pair.root.rglob("*") if path.is_file()}
    result = pair.run(*arguments)
    assert (result.exit_code, expected in " ".join(result.output.split())) == (2, True), result.output
    assert {path: path.read_bytes() for path in pair.root.rglob("*") if path.is_file()} == before


def test_an_alias_is_said_to_be_one(pair: Sample) -> None:
    pair.edit(ENTRY, "category:", "aliases: [mean-mean]\ncategory:")
    result = pair.run("rename", "mean-mean", "x")
    assert (result.exit_code, "it is an alias of wrong-mean" in result.output) == (2, True)


def test_a_file_that_cannot_be_read_is_not_moved(pair: Sample) -> None:
    pair.write(ENTRY, "title: [")
    result = pair.run("rename", "wrong-mean", "x")
    assert (result.exit_code, "nothing was changed: mend the file first" in result.output, (pair.root / ENTRY).exists()) == (1, True, True)


def test_withdrawing_keeps_the_page_and_says_why(pair: Sample) -> None:
    result = pair.run("withdraw", "wrong-median", "--reason", "Nobody could\nreproduce it: #1.")
    assert result.exit_code == 0, result.output
    text = pair.read("entries/wrong-median.yaml")
    assert "status: withdrawn\nreason: |\n  Nobody could\n  reproduce it: #1.\ncategory" in text
    assert "superseded_by" not in text
    assert pair.run("check").exit_code == 0
    result = pair.run("build", "--strict")
    assert result.exit_code == 0, result.output
    assert "Withdrawn" in pair.read("build/docs/entries/wrong-median.md")
    assert pair.run("supersede", "wrong-median", "--by", "wrong-mean").exit_code == 0
    assert "status: superseded\nsuperseded_by: wrong-mean\ncategory" in pair.read("entries/wrong-median.yaml")
    assert "reason" not in pair.read("entries/wrong-median.yaml")
    assert pair.run("check").exit_code == 0


def test_a_lost_slug_is_refused(pair: Sample) -> None:
    (pair.root / "entries/wrong-median.yaml").unlink()
    said = 'tests/published-slugs.txt:2:1: "wrong-median" was published, and no entry and no alias has that name; bring it back'
    assert said in pair.run("check").stdout
    pair.edit(ENTRY, "category:", "aliases: [wrong-median]\ncategory:")
    assert pair.run("check").exit_code == 0
