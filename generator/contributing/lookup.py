"""What the encyclopedia already knows of a failure that somebody is about to write down."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from generator.diagnosis import index
from generator.diagnosis.answer import Diagnosis
from generator.diagnosis.evaluation import diagnose_text
from generator.encyclopedia import Encyclopedia

_SMALL = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "it", "its", "no", "not", "of", "on", "or", "the", "to", "with"}


def known_failures(encyclopedia: Encyclopedia, log: str) -> list[str]:
    """Return the entries that the diagnosis names for a log, the likeliest first; those that are merely possible are no news."""
    answer = diagnose_text(Diagnosis(index.build(encyclopedia)), log)
    return [match.slug for match in answer.matches if match.confidence != "possible"]


def similar_entries(encyclopedia: Encyclopedia, slug: str, title: str) -> list[str]:
    """Return the entries whose slug, alias or title is close to a new one."""
    mine = _words([slug, title])
    found = []
    for other, entry in encyclopedia.entries.items():
        names = [other, *entry.aliases]
        alike = max(SequenceMatcher(None, slug, name).ratio() for name in names)
        theirs = _words([*names, entry.title])
        shared = mine & theirs
        if alike >= 0.8 or (len(shared) >= 2 and len(shared) >= 0.6 * len(mine)):
            found.append(other)
    return found


def _words(texts: Iterable[str]) -> set[str]:
    """Return the words of some names without their endings, which differ from one writer to the next."""
    words = re.findall(r"[a-z0-9]+", " ".join(texts).lower())
    return {re.sub(r"(ing|ed|es|s)$", "", word) for word in words if word not in _SMALL}
