"""Spot the bug: the broken side as an exercise, its answer key computed from broken against fixed. Pure.

A word is an identifier, a number or an operator; the page numbers them as `words` does. A place is one block of lines that the fix
changes: it is found when one of its words is marked. Where the fix only adds, the words around the gap are asked for.
"""

import ast
import difflib
import io
import re
import tokenize
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator import difference
from generator.entry import Entry
from generator.snippet import Snippet

# The browser splits with the same pattern: templates/assets/spot.js.
WORD = re.compile(r"[A-Za-z0-9_]+|[-+*/%=<>!&|^@~]+")


@dataclass(frozen=True)
class Place:
    """One place to find: the numbers of its words, and its first and last line, from 1."""

    words: tuple[int, ...]
    first: int
    last: int
    adds: bool
    """Nothing stands here that is wrong: something is missing."""


@dataclass(frozen=True)
class Lure:
    """Words that look wrong and are not, with the reason."""

    words: tuple[int, ...]
    why: str


@dataclass(frozen=True)
class Exercise:
    """What a page asks."""

    snippet: str
    setup: str
    code: str
    places: tuple[Place, ...]
    lures: tuple[Lure, ...] = ()

    @property
    def words(self) -> int:
        """How many words can be marked."""
        return len(WORD.findall(self.code))

    @property
    def difficulty(self) -> str:
        """Easy, medium or hard, by how much there is to read and whether the wrong thing can be seen at all."""
        load = self.words * (2 if any(place.adds for place in self.places) else 1) + 20 * (len(self.places) - 1)
        return "easy" if load <= 40 else "medium" if load <= 90 else "hard"


def exercise_of(entry: Entry, snippets: Mapping[str, Snippet], proved: Sequence[str]) -> Exercise | None:
    """Return the exercise of an entry: of the snippet it names, else of the proved one that asks best; None without a proof."""
    known = {name: snippet for name, snippet in snippets.items() if {"broken", "fixed"} <= snippet.functions.keys()}
    named = entry.exercise.snippet if entry.exercise else None
    candidates = [name for name in ([named] if named else proved) if name in known]
    if not candidates:
        return None
    return min((_asked(entry, name, known[name]) for name in candidates), key=_worth)


def _worth(exercise: Exercise) -> tuple[bool, bool, int, str]:
    """Order exercises, the best first: something wrong can be seen, there is something to read, and not much of it."""
    return any(place.adds for place in exercise.places), exercise.words < 12, exercise.words, exercise.snippet


def _asked(entry: Entry, name: str, snippet: Snippet) -> Exercise:
    code, fixed = bare(snippet, "broken"), bare(snippet, "fixed")
    places = [*_places(code, fixed), *(_named(code, words) for words in (entry.exercise.also_wrong if entry.exercise else ()))]
    lures = [Lure(_named(code, decoy.words).words, decoy.why) for decoy in (entry.exercise.decoys if entry.exercise else ())]
    return Exercise(name, snippet.setup, code, tuple(place for place in places if place.words), tuple(lures))


def bare(snippet: Snippet, side: str) -> str:
    """Return a side without comments, docstring and blank lines: they would give the answer away."""
    lines = snippet.functions[side].source.replace(f"def {side}(", "def run(", 1).split("\n")
    for token in tokenize.generate_tokens(io.StringIO("\n".join(lines) + "\n").readline):
        if token.type == tokenize.COMMENT:
            lines[token.start[0] - 1] = lines[token.start[0] - 1][: token.start[1]].rstrip()
    tree = ast.parse("\n".join(lines))
    body = tree.body[0].body if isinstance(tree.body[0], ast.FunctionDef) else []
    if len(body) > 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and isinstance(body[0].value.value, str):
        first, last = body[0].lineno, body[0].end_lineno or body[0].lineno
        lines[first - 1 : last] = [""] * (last - first + 1)
    return "\n".join(line for line in lines if line.strip())


def _places(code: str, fixed: str) -> list[Place]:
    lines = list(difflib.unified_diff(code.split("\n"), fixed.split("\n"), n=999, lineterm=""))[3:]
    return [_place(code, item) for item in difference.blocks(lines) if isinstance(item, difference.Block)]


def _place(code: str, block: difference.Block) -> Place:
    lines = code.split("\n")
    if not block.old:  # whole lines are missing: the words before and after the gap
        first, last = max(block.before, 1), min(block.before + 1, len(lines))
        return Place(_words_in(code, *_extent(lines, first, last)), first, last, adds=True)
    start, _ = _extent(lines, block.before + 1, block.before + len(block.old))
    spans = [(start + a, start + b) for a, b in difference.changed_spans("\n".join(block.old), "\n".join(block.new))]
    wrong = sorted({word for a, b in spans if a < b for word in _words_in(code, a, b)})
    adds = not wrong
    if adds:  # something is missing inside a line: the words next to the gap
        wrong = sorted({word for a, b in spans for word in _words_beside(code, a, b)})
    return Place(tuple(wrong), block.before + 1, block.before + len(block.old), adds)


def _named(code: str, words: str) -> Place:
    """Find words that an entry names; rules.py reports those that are not there."""
    at = code.find(words)
    if at < 0:
        return Place((), 1, 1, adds=False)
    first, last = code.count("\n", 0, at) + 1, code.count("\n", 0, at + len(words)) + 1
    return Place(_words_in(code, at, at + len(words)), first, last, adds=False)


def _extent(lines: Sequence[str], first: int, last: int) -> tuple[int, int]:
    start = sum(len(line) + 1 for line in lines[: first - 1])
    return start, start + sum(len(line) + 1 for line in lines[first - 1 : last]) - 1


def _words_in(code: str, start: int, end: int) -> tuple[int, ...]:
    return tuple(i for i, match in enumerate(WORD.finditer(code)) if match.start() < end and match.end() > start)


def _words_beside(code: str, start: int, end: int) -> tuple[int, ...]:
    """Find the words next to a gap, on its own line."""
    line = (code.rfind("\n", 0, start) + 1, code.find("\n", end) % (len(code) + 1))
    starts = [match.start() for match in WORD.finditer(code)]
    after = bisect_left(starts, end)
    return tuple(word for word in (after - 1, after) if 0 <= word < len(starts) and line[0] <= starts[word] < line[1])
