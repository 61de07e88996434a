"""How good the diagnosis is: public reports with the right answer, through the same door as a person's."""

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from generator.diagnosis.answer import Answer, Diagnosis


@dataclass(frozen=True)
class Report:
    """A public report, and the entries that answer it."""

    id: str
    kind: str
    text: str
    label: str
    also: tuple[str, ...]
    trap: bool

    @property
    def right(self) -> frozenset[str]:
        """The slugs that are right answers."""
        return frozenset({self.label, *self.also} - {"none"})


@dataclass(frozen=True)
class Outcome:
    """One report with what the diagnosis said."""

    report: Report
    known: bool
    answers: tuple[tuple[str, str], ...]
    """Slug and confidence, best first."""

    def rank(self) -> int:
        """Return the place of the first right answer, or 99."""
        return next((i for i, (slug, _) in enumerate(self.answers) if slug in self.report.right), 99)

    @property
    def wrong_but_sure(self) -> bool:
        """Whether it was sure of a wrong entry."""
        return any(sure == "sure" and slug not in self.report.right for slug, sure in self.answers)

    @property
    def false_alarm(self) -> bool:
        """Whether something healthy was called a failure."""
        return self.report.label == "none" and any(slug not in self.report.right for slug, _ in self.answers)


def load(path: Path) -> list[Report]:
    """Read reports."""
    rows: list[dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [Report(r["id"], r["kind"], r["text"], r["label"], tuple(r["also"]), bool(r["trap"])) for r in rows]


def diagnose_text(diagnosis: Diagnosis, text: str, top: int = 5) -> Answer:
    """Diagnose a pasted text."""
    reading = diagnosis.collector.read(0, "-", io.BytesIO(text.encode("utf-8")))
    return diagnosis.answer([reading], top)


def outcomes(diagnosis: Diagnosis, reports: Iterable[Report]) -> Iterator[Outcome]:
    """Diagnose every report."""
    slugs = {entry["slug"] for entry in diagnosis.index["entries"]}
    for report in reports:
        answer = diagnose_text(diagnosis, report.text)
        yield Outcome(report, report.label in slugs, tuple((c.slug, c.confidence) for c in answer.matches))


@dataclass(frozen=True)
class Tally:
    """How often it was right over some reports."""

    count: int
    top1: int
    top3: int
    wrong_but_sure: int

    @classmethod
    def of(cls, found: Sequence[Outcome]) -> "Tally":
        """Count."""
        return cls(len(found), sum(o.rank() == 0 for o in found), sum(o.rank() < 3 for o in found), sum(o.wrong_but_sure for o in found))

    def line(self, name: str) -> str:
        """Write it as one line of a table."""
        share = [f"{100 * n / self.count:5.0f} %" if self.count else "      -" for n in (self.top1, self.top3)]
        return f"{name:<34}{self.count:>5} {share[0]} {share[1]} {self.wrong_but_sure:>6}"


def table(found: Sequence[Outcome], categories: Mapping[str, str]) -> str:
    """Write the tallies by kind and category, and what went wrong."""
    known = [o for o in found if o.known]
    unknown = [o for o in found if not o.known and o.report.label != "none"]
    healthy = [o for o in found if o.report.label == "none"]
    traps = [o for o in known if o.report.trap]
    lines = [f"{'labels that have an entry':<34}count   top-1   top-3  wrong but sure"]
    lines += [Tally.of([o for o in known if o.report.kind == kind]).line(f"  {kind}s") for kind in ("log", "description")]
    for category in sorted({categories[o.report.label] for o in known}):
        lines.append(Tally.of([o for o in known if categories[o.report.label] == category]).line(f"  {category}"))
    lines.append(Tally.of(traps).line("  traps"))
    lines += ["", f"healthy or out of scope: {sum(o.false_alarm for o in healthy)} false alarms in {len(healthy)}"]
    nothing, sure = sum(not o.answers for o in unknown), sum(o.wrong_but_sure for o in unknown)
    lines.append(f"labels without an entry: {len(unknown)}, answered by nothing {nothing}, sure of something else {sure}")
    lines += ["", "confusions (right answer -> first answer)"]
    confusions = Counter(f"  {o.report.label} -> {o.answers[0][0] if o.answers else 'nothing'} ({o.report.id})" for o in known if o.rank())
    lines += sorted(confusions)
    lines += [f"  none -> {', '.join(f'{s} ({c})' for s, c in o.answers[:2])} ({o.report.id})" for o in healthy if o.false_alarm]
    lines += [f"  {o.report.label} -> sure of {o.answers[0][0]} ({o.report.id})" for o in unknown if o.wrong_but_sure]
    return "\n".join(lines)
