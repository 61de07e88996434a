"""Logs to try on the page that diagnoses: what broken sides really printed, taken from the ledgers. Pure."""

from generator.encyclopedia import Encyclopedia

MOST = 6
LONGEST = 6000


def sample_logs(book: Encyclopedia) -> list[dict[str, str]]:
    """Return one output of each category that has one with a signature: `label` does not tell the answer, `text` is the log."""
    found: dict[str, dict[str, str]] = {}
    for slug in book.published:
        entry = book.entries[slug]
        if entry.category in found or not entry.signatures:
            continue
        text = _longest_output(book, slug)
        if text:
            category = book.taxonomy.categories.get(entry.category)
            kind = book.taxonomy.kinds.get(entry.kind)
            label = f"{kind.title if kind else entry.kind}, {category.title if category else entry.category}"
            found[entry.category] = {"label": label, "text": text}
    return list(found.values())[:MOST]


def _longest_output(book: Encyclopedia, slug: str) -> str:
    ledger = book.ledgers.get(slug)
    sides = [record.sides["broken"] for record in ledger.proofs if "broken" in record.sides] if ledger else []
    printed = ["\n".join(part for part in (side.stdout, side.stderr, side.traceback) if part) for side in sides]
    return max((text for text in printed if len(text) <= LONGEST), key=len, default="")
