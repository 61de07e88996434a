"""From an Encyclopedia to `api/diagnosis.json`: everything that the diagnosis knows, as plain data. Pure.

The diagnosis itself, here and in the browser, reads nothing but this index: patterns, words with their weights, thresholds, and of each
entry what an answer shows.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from generator.diagnosis.language import Language
from generator.diagnosis.words import Splitter
from generator.encyclopedia import Encyclopedia
from generator.entry import Entry, Signature

SCHEMA = 1
PHRASE_WEIGHT = 0.4
SATURATION, LENGTH = 2.2, 0.75
FIELDS = {
    "title": 3.0,
    "reported": 2.0,
    "summary": 1.5,
    "symptom": 2.0,
    "sign": 0.7,
    "cause": 1.5,
    "tag": 1.0,
    "signature": 1.2,
    "rest": 0.5,
}
"""How much a word counts in which part of an entry."""
WEIGHTS = {
    "cause": 1000,
    "collateral": 350,
    "matched": 2,
    "matched_most": 100,
    "near": 100,
    "origin": 150,
    "victim": -600,
    "further": 60,
    "further_most": 3,
    "metric": 500,
    "metric_further": 150,
    "words": 1,
    "words_most": 900,
}
THRESHOLDS = {
    "prose": {"share": 100, "told": 60},
    "log": {"share": 150, "told": 125},
    "likely": {"share": 280, "lead": 100, "told": 130},
    "rival": 200,
    "explains": 40,
}
"""What words need to count alone, and to be likely (`told` in hundredths of what an unknown word is worth), how near a rival's score
must be, and how many lines an error may be away from a line that explains it."""


def build(book: Encyclopedia) -> dict[str, Any]:
    """Build the index of an encyclopedia."""
    language = book.language or Language()
    slugs = sorted(book.published)
    data = language.model_dump(mode="json")
    splitter = Splitter(data["words"])
    return {
        "schema": SCHEMA,
        **{name: data[name] for name in data if name != "words"},
        "weights": WEIGHTS,
        "thresholds": THRESHOLDS,
        "words": {**data["words"], **_sparse([_parts(book, slug) for slug in slugs], splitter)},
        "entries": [_entry(slug, book.entries[slug], book) for slug in slugs],
        "signs": _signs(book, splitter),
    }


def _entry(slug: str, entry: Entry, book: Encyclopedia) -> dict[str, Any]:
    return {
        "slug": slug,
        "title": entry.title,
        "kind": entry.kind,
        "category": entry.category,
        "signatures": [_signature(signature) for signature in entry.signatures],
        "metrics": [[c.model_dump(mode="json", exclude_none=True) for c in measured.conditions] for measured in entry.metrics],
        "signs": list(dict.fromkeys(symptom.sign for symptom in entry.symptoms)),
        "related": sorted({other for other in book.neighbours(slug) if other in book.entries}),
        "next_step": entry.confirm[0].step.strip(),
        "expect": entry.confirm[0].expect.strip(),
        "fix": entry.fixes[0].title,
    }


def _signature(signature: Signature) -> dict[str, Any]:
    return signature.model_dump(mode="json", exclude_none=True, include={"pattern", "role", "near", "unless"})


def _parts(book: Encyclopedia, slug: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of an entry that people's words are compared with."""
    entry = book.entries[slug]
    yield "title", f"{entry.title}. {' '.join(slug.split('-'))}"
    yield from (("title", " ".join(alias.split("-"))) for alias in entry.aliases)
    yield from (("reported", text) for text in entry.reported_as)
    yield "summary", entry.summary
    for symptom in entry.symptoms:
        yield "symptom", symptom.text
        yield "rest", symptom.meaning
    for sign in dict.fromkeys(symptom.sign for symptom in entry.symptoms):
        word = book.taxonomy.signs.get(sign)
        yield "sign", f"{word.title}. {word.meaning}" if word else sign.replace("-", " ")
    yield from (("cause", cause.text) for cause in entry.root_causes)
    yield from (("tag", tag.replace("-", " ")) for tag in entry.tags)
    yield from (("signature", literal_words(signature.pattern)) for signature in entry.signatures)
    yield from (("rest", text) for text in (*entry.affects, *(step.step for step in entry.confirm), *(q.question for q in entry.faq)))


def literal_words(pattern: str) -> str:
    """Return the words that a pattern spells out."""
    plain = re.sub(r"\(\?[^:)]*[:)]|\\[dswbDSWB]|\[[^\]]*\]|[+*?^$]|\{\d+(?:,\d*)?\}", " ", pattern)
    return re.sub(r"[\\()|]", " ", plain)


def _sparse(documents: list[Iterator[tuple[str, str]]], splitter: Splitter) -> dict[str, Any]:
    """Weigh every term of every document by BM25 over fields, as whole hundredths."""
    counts = []
    for parts in documents:
        tally: defaultdict[str, float] = defaultdict(float)
        for field, text in parts:
            for term, times in Counter(splitter.terms(text)).items():
                tally[term] += FIELDS[field] * min(times, 2) * (PHRASE_WEIGHT if "_" in term else 1)
        counts.append(tally)
    lengths = [sum(tally.values()) for tally in counts]
    average = sum(lengths) / max(len(lengths), 1)
    spread = Counter(term for tally in counts for term in tally)
    terms: dict[str, list[int]] = {}
    for entry, tally in enumerate(counts):
        long = SATURATION * (1 - LENGTH + LENGTH * lengths[entry] / average)
        for term, weighed in sorted(tally.items()):
            rarity = math.log(1 + (len(counts) - spread[term] + 0.5) / (spread[term] + 0.5))
            weight = round(100 * rarity * weighed / (weighed + long))
            if weight:
                terms.setdefault(term, [round(100 * rarity)]).extend((entry, weight))
    unknown = round(100 * math.log(1 + (len(counts) + 0.5) / 0.5))
    return {"unknown": unknown, "terms": dict(sorted(terms.items()))}


def _signs(book: Encyclopedia, splitter: Splitter) -> list[dict[str, Any]]:
    """Return the signs that entries have, each with its words."""
    used: Mapping[str, int] = Counter(s.sign for slug in book.published for s in book.entries[slug].symptoms)
    known = sorted(sign for sign in used if sign in book.taxonomy.signs)
    return [
        {
            "sign": sign,
            "title": book.taxonomy.signs[sign].title,
            "terms": sorted(
                {t for t in splitter.terms(f"{book.taxonomy.signs[sign].title} {book.taxonomy.signs[sign].meaning}") if "_" not in t}
            ),
        }
        for sign in known
    ]
