"""Links from terms to their entries: the first time that a page uses another entry's title, alias or term, it links there. Pure."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator.entry import Entry
from generator.prose import Markdown, escape

_WORD = re.compile(r"[A-Za-z0-9_]+")
MAX_WORDS = 8


@dataclass(frozen=True)
class Phrases:
    """The entry of each phrase, and the longest phrase that begins with a word."""

    slugs: Mapping[tuple[str, ...], str]
    longest: Mapping[str, int]


def index(entries: Mapping[str, Entry]) -> Phrases:
    """Return the published entry of every phrase of two words or more, or of one that its entry names as a term.

    A phrase that two entries claim belongs to neither.
    """
    found: dict[tuple[str, ...], str] = {}
    twice = set()
    for slug, entry in entries.items():
        if entry.status != "published":
            continue
        spoken = [entry.title, *(alias.replace("-", " ") for alias in (slug, *entry.aliases))]
        phrases = {words for phrase in spoken if len(words := _words(phrase)) > 1} | {_words(term) for term in entry.terms}
        for words in phrases:
            if words and found.setdefault(words, slug) != slug:
                twice.add(words)
    slugs = {words: slug for words, slug in found.items() if words not in twice and len(words) <= MAX_WORDS}
    longest: dict[str, int] = {}
    for words in slugs:
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return Phrases(slugs, longest)


def _words(phrase: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(phrase))


class Linker:
    """Writes the plain words of one page, with a link at the first use of each term."""

    def __init__(self, phrases: Phrases, slug: str, to: Callable[[str], str]) -> None:
        self.phrases = phrases
        self.seen = {slug}
        self.to = to

    def __call__(self, text: str) -> Markdown:
        """Escape a text; a term of another entry that was not linked yet becomes a link."""
        matches = list(_WORD.finditer(text))
        words = [match[0].lower() for match in matches]
        out, at, i = [], 0, 0
        while i < len(words):
            if words[i] not in self.phrases.longest:
                i += 1
                continue
            slug, length = self._longest(words, i)
            if slug is not None and slug not in self.seen and _unbroken(text, matches[i].start(), matches[i + length - 1].end()):
                start, end = matches[i].start(), matches[i + length - 1].end()
                out += [escape(text[at:start]), f"[{escape(text[start:end])}]({self.to(f'entries/{slug}.md')})"]
                self.seen.add(slug)
                at, i = end, i + length
            else:
                i += 1
        return Markdown("".join([*out, escape(text[at:])]) if out else escape(text))

    def _longest(self, words: list[str], i: int) -> tuple[str | None, int]:
        for length in range(min(self.phrases.longest.get(words[i], 0), len(words) - i), 0, -1):
            slug = self.phrases.slugs.get(tuple(words[i : i + length]))
            if slug is not None:
                return slug, length
        return None, 1


def _unbroken(text: str, start: int, end: int) -> bool:
    """Tell whether a stretch is one phrase: no sentence ends in it, and it is no part of a longer identifier."""
    return not re.search(r"[.:;!?,()]\s|\n", text[start:end]) and text[end : end + 1] not in ("(", "_")
