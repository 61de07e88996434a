"""What the entries of this repository are together."""

from pathlib import Path

from generator.project import Project, read
from tests.conftest import REPOSITORY

READING = read(Project(REPOSITORY))
BOOK = READING.encyclopedia
PROOFS = [(slug, proof) for slug in BOOK.published for _, _, proof in BOOK.entries[slug].proofs()]

# Every slug that was ever published: a page may move, never vanish. Add new ones; remove none.
PUBLISHED = (Path(__file__).parent / "published-slugs.txt").read_text(encoding="utf-8").split()


def test_no_published_slug_is_lost() -> None:
    assert not [slug for slug in PUBLISHED if slug not in BOOK.entries and slug not in BOOK.redirects]
    assert not [slug for slug in BOOK.published if slug not in PUBLISHED], "add new slugs to tests/published-slugs.txt"


def test_every_kind_and_declaration_is_there() -> None:
    kinds = {BOOK.entries[slug].kind for slug in BOOK.published}
    assert kinds == {"crash", "silent", "hang", "slow", "memory", "nondeterminism"}
    declared = {next(iter(proof.broken.model_dump())) for _, proof in PROOFS}
    assert declared == {"fails", "raises", "prints", "hangs", "dies"}


def test_processes_several_fixes_mistakes_and_plots_are_there() -> None:
    assert any(proof.needs for _, proof in PROOFS)
    assert any(len(BOOK.entries[slug].fixes) > 1 for slug in BOOK.published)
    records = [BOOK.record(slug, proof) for slug, proof in PROOFS]
    assert any(name.startswith("mistake_") for record in records if record for name in record.sides)
    assert any(record.sides["fixed"].series for record in records if record)


def test_every_entry_has_what_the_best_one_has() -> None:
    for slug in BOOK.published:
        entry = BOOK.entries[slug]
        assert len(entry.symptoms) >= 2, slug
        assert len(entry.reported_as) >= 5, slug
        assert len(entry.references) >= 3, slug
        assert all((entry.analogy, entry.recap, entry.confirm, entry.not_this_if, entry.prevention, entry.perspectives, entry.faq)), slug
