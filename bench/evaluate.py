"""How good the diagnosis is over public reports: python bench/evaluate.py [REPORTS [ROOT]]."""

import sys
from pathlib import Path

from generator.diagnosis import evaluation, index
from generator.diagnosis.answer import Diagnosis
from generator.project import Project, read

REPOSITORY = Path(__file__).parents[1]


def main() -> None:
    """Print the table."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else REPOSITORY / "tests" / "diagnosis" / "reports.yaml"
    root = Path(sys.argv[2]) if len(sys.argv) > 2 else REPOSITORY
    book = read(Project(root.resolve()), ledger_rules=False).encyclopedia
    categories = {slug: entry.category for slug, entry in book.entries.items()}
    found = list(evaluation.outcomes(Diagnosis(index.build(book)), evaluation.load(path)))
    print(evaluation.table(found, categories))


if __name__ == "__main__":
    main()
