"""Words of a text against the words of entries: a sparse index with weights worked out beforehand, whole numbers all through.

A text becomes terms like this, in Python and in JavaScript alike: A to Z are made small; a token is a run of a-z and 0-9; two
neighbouring tokens whose concatenation stands in `same`, as a key or as one of its words, count as that key; tokens of one character, of
digits only, and of `stop` are left out; a token that stands in `same` is that word; of another the first suffix of `suffixes` whose
removal leaves three characters or more is replaced, then a double consonant at its end (not l, s or z) becomes single, and the result is
looked up in `same` again. Two neighbouring words that differ give a further term, joined by `_`, behind all words.

The score of an entry is the sum of the weights of the text's first `MOST_TERMS` different terms, each counted once. Its share is
1000 * score // (sum of the terms' own worth), where a word that no entry has is worth `unknown`, and a phrase that none has nothing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

TOKEN = re.compile(r"[a-z0-9]+")
MOST_TERMS = 400


@dataclass(frozen=True)
class Ranked:
    """One entry by its words."""

    entry: int
    score: int
    share: int
    terms: tuple[str, ...]
    """The terms that weigh most, heaviest first."""


class Splitter:
    """Cuts texts into terms."""

    def __init__(self, vocabulary: Mapping[str, Any]) -> None:
        """Take `stop`, `suffixes` and `same` of a vocabulary."""
        self._stop = frozenset(vocabulary["stop"])
        self._suffixes = [(str(old), str(new)) for old, new in vocabulary["suffixes"]]
        self._joined = frozenset(word for key, others in vocabulary["same"].items() for word in (key, *others))
        self._same: dict[str, str] = {}
        for word, others in vocabulary["same"].items():
            for other in (word, *others):
                self._same[other] = word
                self._same.setdefault(self._stem(other), word)

    def terms(self, text: str) -> list[str]:
        """Return the terms of a text in order, neighbours after them."""
        tokens = TOKEN.findall("".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text))
        words: list[str] = []
        skip = False
        for token, following in pairwise([*tokens, ""]):
            joined = token + following
            if skip:
                skip = False
            elif following and joined in self._joined:
                words.append(self._same[joined])
                skip = True
            elif len(token) > 1 and not token.isdigit() and token not in self._stop:
                words.append(self.word(token))
        return words + [f"{a}_{b}" for a, b in pairwise(words) if a != b]

    def word(self, token: str) -> str:
        """Return the word that a token counts as."""
        if token in self._same:
            return self._same[token]
        stem = self._stem(token)
        return self._same.get(stem, stem)

    def _stem(self, token: str) -> str:
        for old, new in self._suffixes:
            if token.endswith(old) and len(token) - len(old) >= 3:
                token = token[: len(token) - len(old)] + new
                break
        if len(token) > 3 and token[-1] == token[-2] and token[-1] not in "aeioulsz0123456789":
            token = token[:-1]
        return token


class Words:
    """The sparse index: terms with what they are worth and what each entry has of them."""

    def __init__(self, index: Mapping[str, Any]) -> None:
        """Take the part `words` of an index."""
        self._splitter = Splitter(index)
        self._terms: Mapping[str, Sequence[int]] = index["terms"]
        self._unknown = int(index["unknown"])

    def rank(self, text: str) -> list[Ranked]:
        """Return the entries that share terms with a text, best first; equal scores by entry."""
        scores: dict[int, int] = {}
        shared: dict[int, list[tuple[int, str]]] = {}
        worth = 0
        for term in list(dict.fromkeys(self._splitter.terms(text)))[:MOST_TERMS]:
            row = self._terms.get(term)
            if row is None:
                worth += 0 if "_" in term else self._unknown
                continue
            worth += row[0]
            for entry, weight in zip(row[1::2], row[2::2], strict=True):
                scores[entry] = scores.get(entry, 0) + weight
                shared.setdefault(entry, []).append((-weight, term))
        order = sorted(scores, key=lambda entry: (-scores[entry], entry))
        return [
            Ranked(entry, scores[entry], 1000 * scores[entry] // max(worth, 1), tuple(term for _, term in sorted(shared[entry])[:6]))
            for entry in order
        ]
