"""How good the diagnosis is over public reports, tuned to and kept apart: python bench/evaluate.py [REPORTS [ROOT]]."""

import sys
from pathlib import Path

from generator.diagnosis import evaluation, index
from generator.diagnosis.answer import Diagnosis
from generator.project import Project, read

REPOSITORY = Path(__file__).parents[1]


def main() -> None:
    """Print a table for each file of reports."""
    folder = REPOSITORY / "tests" / "diagnosis"
    paths = [Path(sys.argv[1])] if len(sys.argv) > 1 else [folder / f"reports{name}.yaml" for name in ("", "-held-out", "-later")]
    root = Path(sys.argv[2]) if len(sys.argv) > 2 else REPOSITORY
    reading = read(Project(root.resolve()), ledger_rules=False)
    if reading.shared:
        raise SystemExit("\n".join(map(str, sorted(reading.shared))))
    book = reading.encyclopedia
    categories = {slug: entry.category for slug, entry in book.entries.items()}
    diagnosis = Diagnosis(index.build(book))
    for path in paths:
        found = list(evaluation.outcomes(diagnosis, evaluation.load(path)))
        print(f"{path.name}\n\n{evaluation.table(found, categories)}\n")


if __name__ == "__main__":
    main()
