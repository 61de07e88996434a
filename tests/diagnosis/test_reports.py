"""How good it is: floors over public reports, no alarm over healthy logs, and every captured output leads back to its own entry."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.diagnosis import evaluation
from generator.diagnosis.answer import Answer, Diagnosis
from generator.diagnosis.evaluation import Outcome, Tally
from generator.encyclopedia import Encyclopedia
from tests.diagnosis.conftest import REPOSITORY

LOGS = REPOSITORY / "tests" / "logs"
HEALTHY = sorted((LOGS / "healthy").glob("*.log"))
SAMPLES = sorted(path for path in LOGS.glob("*/*.log") if path.parent.name != "healthy")


@pytest.fixture(scope="session")
def found(diagnosis: Diagnosis) -> list[Outcome]:
    return list(evaluation.outcomes(diagnosis, evaluation.load(Path(__file__).parent / "reports.yaml")))


@pytest.fixture(scope="session")
def unseen(diagnosis: Diagnosis) -> list[Outcome]:
    return list(evaluation.outcomes(diagnosis, evaluation.load(Path(__file__).parent / "reports-held-out.yaml")))


@pytest.fixture(scope="session")
def later(diagnosis: Diagnosis) -> list[Outcome]:
    return list(evaluation.outcomes(diagnosis, evaluation.load(Path(__file__).parent / "reports-later.yaml")))


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def content(path: Path) -> str:
    """Return a sample without the line that says where it is from."""
    return re.sub(r"\A# source: .*\n", "", path.read_text(encoding="utf-8", errors="replace"))


@pytest.mark.parametrize(("kind", "top1", "top3"), [("log", 95, 98), ("description", 80, 92)])
def test_reports_whose_entry_exists(found: list[Outcome], kind: str, top1: int, top3: int) -> None:
    tally = Tally.of([o for o in found if o.known and o.report.kind == kind])
    assert 100 * tally.top1 >= top1 * tally.count, tally
    assert 100 * tally.top3 >= top3 * tally.count, tally


@pytest.mark.parametrize(("kind", "top1", "top3"), [("log", 85, 88), ("description", 60, 85)])
def test_reports_that_nothing_was_tuned_to(unseen: list[Outcome], kind: str, top1: int, top3: int) -> None:
    tally = Tally.of([o for o in unseen if o.known and o.report.kind == kind])
    assert 100 * tally.top1 >= top1 * tally.count, tally
    assert 100 * tally.top3 >= top3 * tally.count, tally
    assert [(o.report.id, o.answers[:1]) for o in unseen if o.wrong_but_sure or o.false_alarm] == []


@pytest.mark.parametrize(("kind", "top1", "top3"), [("log", 88, 90), ("description", 80, 92)])
def test_reports_gathered_later(later: list[Outcome], kind: str, top1: int, top3: int) -> None:
    tally = Tally.of([o for o in later if o.known and o.report.kind == kind])
    assert 100 * tally.top1 >= top1 * tally.count, tally
    assert 100 * tally.top3 >= top3 * tally.count, tally
    assert [(o.report.id, o.answers[:1]) for o in later if o.wrong_but_sure] == []
    assert sum(o.false_alarm for o in later) <= 1


def test_it_is_never_sure_of_a_wrong_entry(found: list[Outcome]) -> None:
    assert [(o.report.id, o.answers[:1]) for o in found if o.wrong_but_sure] == []


def test_healthy_reports_get_no_alarm(found: list[Outcome]) -> None:
    assert [o.report.id for o in found if o.false_alarm] == []


def test_there_are_healthy_logs() -> None:
    assert len(HEALTHY) >= 14


@pytest.mark.parametrize("path", HEALTHY, ids=named)
def test_a_healthy_log_gets_no_alarm(ask: Callable[..., Answer], path: Path) -> None:
    answer = ask(content(path))
    assert ([(c.slug, [e.text for e in c.evidence]) for c in answer.matches], answer.initiating) == ([], None)


@pytest.mark.parametrize("path", SAMPLES, ids=named)
def test_a_real_sample_leads_to_its_entry(ask: Callable[..., Answer], book: Encyclopedia, path: Path) -> None:
    """Where a related entry claims the very same line, either may come first, and neither is sure."""
    slug, answer = path.parent.name, ask(content(path))
    assert answer.matches, "nothing fits"
    first, told = answer.matches[0], [(c.slug, c.confidence, c.score) for c in answer.matches]
    rivals = first.slug in book.neighbours(slug) and (slug, "likely") in [(c.slug, c.confidence) for c in answer.matches]
    assert first.slug == slug or (rivals and first.confidence != "sure"), told


def test_what_broken_sides_printed_leads_to_their_entry(ask: Callable[..., Answer], book: Encyclopedia) -> None:
    wrong = []
    for slug, ledger in book.ledgers.items():
        for record in ledger.proofs:
            side = record.sides["broken"]
            answer = ask("\n".join(text for text in (side.stdout, side.stderr, side.traceback) if text))
            first = next((c.slug for c in answer.matches if c.hits), slug)
            if first != slug and first not in book.neighbours(slug) and slug not in book.neighbours(first):
                wrong.append((slug, record.snippet, first))
    assert wrong == []


def test_a_printed_failure_is_found_by_its_signature(ask: Callable[..., Answer], book: Encyclopedia) -> None:
    missed = []
    for slug, ledger in book.ledgers.items():
        entry = book.entries[slug]
        for _, _, proof in entry.proofs():
            record = ledger.record(proof.snippet)
            if record is None or not hasattr(proof.broken, "prints") or not entry.signatures:
                continue
            side = record.sides["broken"]
            answer = ask(f"{side.stdout}\n{side.stderr}\n{side.traceback}")
            if not answer.matches or answer.matches[0].slug != slug:
                missed.append((slug, proof.snippet, [c.slug for c in answer.matches]))
    assert missed == []
