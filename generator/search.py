"""The search index: small files by the first letters of a word, so that one query loads a few kilobytes of any number of entries.

The browser loads them as scripts, which also works from file://. Identifiers stay whole and are found by their parts too. Pure.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import log

from generator import prose
from generator.encyclopedia import Encyclopedia
from generator.entry import Entry
from generator.ledger import Ledger

# The browser splits queries with the same patterns: templates/assets/search.js.
WORD = re.compile(r"[a-z0-9_]+(?:[.\-][a-z0-9_]+)*")
PART = re.compile(r"[a-z0-9]+")
CARDS_A_FILE = 8
POSTINGS_A_WORD = 300
WORDS_A_FILE = 400
_COMMON = "a an and are as at be but by for from has have if in into is it its not of on or so than that the then this to was with"
STOP_WORDS = frozenset(_COMMON.split())
TITLE, REPORTED, ERROR, TAG, SUMMARY, TEXT = 12.0, 8.0, 6.0, 4.0, 3.0, 1.0


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a text: each identifier whole, then its parts."""
    for match in WORD.finditer(text.lower()):
        if match[0] not in STOP_WORDS and len(match[0]) <= 80:
            yield match[0]
            parts = PART.findall(match[0])
            if len(parts) > 1:
                yield from (part for part in parts if part not in STOP_WORDS)


def index(book: Encyclopedia) -> dict[str, str]:
    """Return the files of the index by path."""
    slugs = book.published
    postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for number, slug in enumerate(slugs):
        for word, weight in _weights(book.entries[slug], slug, book.ledgers.get(slug)).items():
            postings[word].append((number, weight))
    files = dict(_word_files(postings, len(slugs)))
    for start in range(0, len(slugs), CARDS_A_FILE):
        cards = [_card(book.entries[slug], slug, book.ledgers.get(slug)) for slug in slugs[start : start + CARDS_A_FILE]]
        files[f"search/cards-{start // CARDS_A_FILE}.js"] = _script("cards", start // CARDS_A_FILE, cards)
    return files


def _weights(entry: Entry, slug: str, ledger: Ledger | None) -> dict[str, float]:
    """Return how much each word says about an entry: its best place counts, every further one a little."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for weight, text in _fields(entry, slug, ledger):
        for word in dict.fromkeys(words_of(text)):
            found[word].append(weight)
    return {word: max(weights) + 0.1 * min(len(weights), 10) for word, weights in found.items()}


def _fields(entry: Entry, slug: str, ledger: Ledger | None) -> Iterator[tuple[float, str]]:
    yield TITLE, f"{entry.title} {slug} {' '.join(entry.aliases)} {' '.join(entry.terms)}"
    for line in entry.reported_as:
        yield REPORTED, line
    for line in _error_lines(entry, ledger):
        yield ERROR, line
    yield TAG, f"{' '.join(entry.tags)} {entry.kind} {entry.category}"
    yield SUMMARY, entry.summary
    texts = [entry.mechanism, *(s.text for s in entry.symptoms), *(s.meaning for s in entry.symptoms)]
    texts += [text for fix in entry.fixes for text in (fix.title, fix.why, fix.limits)]
    texts += [cause.text for cause in entry.root_causes]
    texts += [text for item in (*entry.faq, *entry.follow_ups) for text in (item.question, item.answer)]
    texts += [text for step in entry.confirm for text in (step.step, step.expect)]
    for text in texts:
        yield TEXT, text


def _error_lines(entry: Entry, ledger: Ledger | None) -> list[str]:
    """Return the lines that a person with this failure may paste: what the broken sides raised and printed, and the signatures."""
    lines = [re.sub(r"\\.|[\[\](){}*+?^$|]", " ", signature.pattern) for signature in entry.signatures]
    for record in ledger.proofs if ledger else ():
        broken = record.sides.get("broken")
        if broken and broken.exception and broken.exception.type != "AssertionError":
            lines.append(f"{broken.exception.type}: {broken.exception.message}")
        if broken:
            lines += [line for line in f"{broken.stdout}\n{broken.stderr}".split("\n") if line.strip()][:8]
    return list(dict.fromkeys(" ".join(line.split())[:240] for line in lines))


def _word_files(postings: Mapping[str, list[tuple[int, float]]], count: int) -> Iterator[tuple[str, str]]:
    """Yield a file for each beginning of words; a beginning that too many words share is parted by one more letter."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for word in postings:
        groups[word[:2]].append(word)
    parted = sorted(start for start, words in groups.items() if len(words) > WORDS_A_FILE)
    for start in parted:
        for word in groups.pop(start):
            groups[f"{start}{word[2:3] or '_'}"].append(word)
    for start, words in groups.items():
        found = {word: _impacts(postings[word], count) for word in sorted(words)}
        yield f"search/words-{_safe(start)}.js", _script("words", start, found)
    about = {"count": count, "parted": parted, "cardsAFile": CARDS_A_FILE}
    yield "search/index.js", _script("about", "", about)


def _safe(start: str) -> str:
    """Name a file by the beginning of words; dots and dashes are written out."""
    return "".join(c if c.isalnum() or c == "_" else f"-{ord(c):x}" for c in start)


def _impacts(found: list[tuple[int, float]], count: int) -> list[int]:
    """Return numbers of entries and what a word is worth in each, one after the other; of a common word only the best."""
    rarity = log(1 + count / len(found))
    best = sorted(found, key=lambda item: (-item[1], item[0]))[:POSTINGS_A_WORD]
    return [number for entry, weight in sorted(best) for number in (entry, max(1, round(10 * weight * rarity)))]


def _card(entry: Entry, slug: str, ledger: Ledger | None) -> dict[str, object]:
    """Return what a result shows, and the lines in which a whole phrase is looked for."""
    lines = [*entry.reported_as, *_error_lines(entry, ledger)]
    return {"slug": slug, "title": entry.title, "kind": entry.kind, "summary": prose.first_sentence(entry.summary), "lines": lines[:24]}


def _script(kind: str, key: str | int, data: object) -> str:
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return f"failpediaSearch.receive({json.dumps(kind)},{json.dumps(key)},{text})\n"
