"""The index: published with the site, plain data, complete, and the same however it is read back."""

import json
from pathlib import Path

import pytest

from generator.diagnosis import cached, evaluation, index
from generator.diagnosis.answer import Diagnosis
from generator.diagnosis.words import Splitter
from generator.encyclopedia import Encyclopedia
from generator.project import Project
from tests.conftest import Sample


def test_the_site_publishes_it_and_it_alone_is_enough(sample: Sample) -> None:
    import jinja2

    from generator.machine import render_files
    from generator.project import read
    from generator.render import SiteSettings

    book = read(Project(sample.root)).encyclopedia
    files = render_files(book, jinja2.FileSystemLoader(sample.root / "templates" / "pages"), SiteSettings("x"))
    published = json.loads(files["api/diagnosis.json"])
    assert published["schema"] == 1
    answer = evaluation.diagnose_text(Diagnosis(published), "mean of means: 1.75")
    assert [(c.slug, c.confidence) for c in answer.matches] == [("wrong-mean", "sure")]


def test_two_builds_are_the_same_bytes(book: Encyclopedia) -> None:
    assert json.dumps(index.build(book)) == json.dumps(index.build(book))


def test_weights_are_whole_numbers_and_no_word_outweighs_its_worth(diagnosis: Diagnosis) -> None:
    for term, row in diagnosis.index["words"]["terms"].items():
        assert all(isinstance(n, int) for n in row), term
        assert max(row[2::2]) <= row[0] + 1, term


def test_near_and_unless_decide_whether_a_line_counts(sample: Sample) -> None:
    line = "  - pattern: 'mean of means: \\d'\n    role: cause\n    source: this sample\n"
    near = "    near: {pattern: 'parts of unequal size', within: 2}\n    unless: {pattern: 'weighted', within: 0}\n"
    sample.edit("entries/wrong-mean.yaml", line, line + near)
    diagnosis = Diagnosis(cached.load(Project(sample.root)))

    def fits(text: str) -> bool:
        return any(c.hits for c in evaluation.diagnose_text(diagnosis, text).matches)

    assert not fits("mean of means: 1")
    assert fits("parts of unequal size\nx\nmean of means: 1")
    assert not fits("parts of unequal size\nx\ny\nmean of means: 1")
    assert not fits("parts of unequal size\nmean of means: 1 (weighted)")


def test_a_line_that_a_terminal_broke_is_joined(diagnosis: Diagnosis) -> None:
    whole = "[rank0]: RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one."
    for broken in (f"{whole[:70]}\n[rank0]: {whole[70:]}", f"{whole[:71].rstrip()}\n{whole[71:].lstrip()}"):
        answer = evaluation.diagnose_text(diagnosis, broken)
        assert (answer.matches[0].slug, answer.matches[0].evidence[0].line) == ("ddp-unused-parameters", 1)


def test_a_warning_far_from_an_unknown_error_is_not_sure(diagnosis: Diagnosis) -> None:
    warning = "UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`.\n"
    assert evaluation.diagnose_text(diagnosis, warning).matches[0].confidence == "sure"
    answer = evaluation.diagnose_text(diagnosis, warning + "step\n" * 100 + "TypeError: unknown argument\n")
    assert answer.matches[0].confidence == "likely"


def test_a_harmless_line_is_no_evidence(diagnosis: Diagnosis) -> None:
    harmless = [{"pattern": "Target 7 is out of bounds", "because": "this test says so"}]
    tolerant = Diagnosis({**diagnosis.index, "harmless": harmless})
    answer = evaluation.diagnose_text(tolerant, "IndexError: Target 7 is out of bounds.")
    assert (answer.matches, answer.missing) == ((), ("-:1 looks alarming and is harmless: this test says so.",))


def test_a_sign_is_offered_for_a_description(diagnosis: Diagnosis) -> None:
    answer = evaluation.diagnose_text(diagnosis, "my loss is suspiciously low")
    assert answer.signs == (("loss-suspiciously-low", "Loss is suspiciously low"),)


def test_the_index_is_made_anew_only_when_an_entry_changed(sample: Sample) -> None:
    project = Project(sample.root)
    first = cached.load(project)
    path = Path(sample.root, "build", cached.CACHE)
    written = path.stat().st_mtime_ns
    assert cached.load(project) == first
    assert path.stat().st_mtime_ns == written
    sample.edit("entries/wrong-mean.yaml", "mean of means: \\d", "mean of the means: \\d")
    assert cached.load(project)["entries"][0]["signatures"][0]["pattern"] == "mean of the means: \\d"
    path.write_text("{torn")
    assert cached.load(project)["entries"][0]["slug"] == "wrong-mean"


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Training trains trained", ["train", "train", "train"]),
        ("num_workers=4", ["worker"]),
        ("the Data Loader hangs", ["dataloader", "hang", "dataloader_hang"]),
        ("padding, padded, pads", ["pad", "pad", "pad"]),
        ("I am not", []),
        ("größe ж3", ["gr"]),
    ],
)
def test_terms(diagnosis: Diagnosis, text: str, terms: list[str]) -> None:
    assert Splitter(diagnosis.index["words"]).terms(text) == terms
