"""Two versions of code, compared by the word: what a page marks in a difference, and what "spot the bug" asks for. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from generator.prose import Markdown, preformatted

# Identifiers and numbers, runs of operators, other characters one by one; space separates.
_TOKEN = re.compile(r"[A-Za-z0-9_]+|[-+*/%=<>!&|^@~]+|\s+|[^\sA-Za-z0-9_]")
MIN_ALIKE = 0.35


@dataclass(frozen=True)
class Piece:
    """A stretch of a line, and whether the other version has something else in its place."""

    text: str
    changed: bool


@dataclass(frozen=True)
class Row:
    """One line of a difference: in both (" "), only in the old ("-") or only in the new ("+")."""

    mark: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Block:
    """Lines that the two versions do not share: where they stand in the old one, and what they are in both."""

    before: int
    """How many lines of the old version come first."""
    old: tuple[str, ...]
    new: tuple[str, ...]


def blocks(lines: Sequence[str]) -> Iterator[Block | str]:
    """Yield a unified difference as shared lines and changed blocks, in order."""
    old: list[str] = []
    new: list[str] = []
    count = 0
    for line in [*lines, " "]:
        if line[:1] == "-":
            old.append(line[1:])
        elif line[:1] == "+":
            new.append(line[1:])
        else:
            if old or new:
                yield Block(count, tuple(old), tuple(new))
                count += len(old)
                old, new = [], []
            yield line[1:]
            count += 1


def rows(lines: Sequence[str]) -> list[Row]:
    """Mark the changed words in a unified difference; a block that has little in common has none marked."""
    found: list[Row] = []
    for item in list(blocks(lines))[:-1]:
        if isinstance(item, str):
            found.append(Row(" ", (Piece(item, changed=False),)))
            continue
        old, new = _spans("\n".join(item.old), "\n".join(item.new))
        found += [Row("-", pieces) for pieces in _by_line("\n".join(item.old), old)] if item.old else []
        found += [Row("+", pieces) for pieces in _by_line("\n".join(item.new), new)] if item.new else []
    return found


def changed_spans(old: str, new: str) -> list[tuple[int, int]]:
    """Return the stretches of the old text that the new one has not; an empty stretch is where something was put in."""
    a, b = _TOKEN.findall(old), _TOKEN.findall(new)
    starts = _starts(a)
    return [(starts[i1], starts[i2]) for i1, i2, _, _ in _changes(a, b)]


def _spans(old: str, new: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    a, b = _TOKEN.findall(old), _TOKEN.findall(new)
    if SequenceMatcher(None, a, b, autojunk=False).ratio() < MIN_ALIKE:
        return [], []
    changes = _changes(a, b)
    x, y = _starts(a), _starts(b)
    return [(x[i1], x[i2]) for i1, i2, _, _ in changes if i1 < i2], [(y[j1], y[j2]) for _, _, j1, j2 in changes if j1 < j2]


def _changes(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Return what differs as stretches of both; one that could as well stand a few words further does so if that reads better."""
    opcodes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    found = []
    for n, (tag, i1, i2, j1, j2) in enumerate(opcodes):
        if tag == "equal":
            continue
        left = opcodes[n - 1][2] - opcodes[n - 1][1] if n else 0
        right = opcodes[n + 1][2] - opcodes[n + 1][1] if n + 1 < len(opcodes) else 0
        slide = _best_slide(a, i1, i2, left, right) if tag == "delete" else _best_slide(b, j1, j2, left, right) if tag == "insert" else 0
        found.append((i1 + slide, i2 + slide, j1 + slide, j2 + slide))
    return found


def _best_slide(tokens: Sequence[str], start: int, end: int, left: int, right: int) -> int:
    """Say how far a stretch that only one version has should move: `f(a) / g(a)` loses `/ g(a)`, not `(a) / g`."""
    slides = [0]
    while -slides[-1] < left and tokens[start + slides[-1] - 1] == tokens[end + slides[-1] - 1]:
        slides.append(slides[-1] - 1)
    slides.append(0)
    while slides[-1] < right and tokens[start + slides[-1]] == tokens[end + slides[-1]]:
        slides.append(slides[-1] + 1)
    return max(dict.fromkeys(slides), key=lambda slide: (_reads_well(tokens[start + slide : end + slide]), -abs(slide)))


def _reads_well(stretch: Sequence[str]) -> int:
    """Rate a stretch: its brackets are closed, it begins where a word is parted off."""
    depth = lowest = 0
    for word in stretch:
        depth += (word in "([{") - (word in ")]}")
        lowest = min(lowest, depth)
    return 2 * (depth == 0 and lowest == 0) + (stretch[0][0] in " .,\n") - (stretch[-1][-1] in " \n")


def _starts(tokens: Sequence[str]) -> list[int]:
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    return starts


def _by_line(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[Piece, ...]]:
    offset = 0
    for line in text.split("\n"):
        cuts = [(max(a - offset, 0), min(b - offset, len(line))) for a, b in spans if a - offset < len(line) and b > offset]
        pieces, at = [], 0
        for a, b in cuts:
            pieces += [Piece(line[at:a], changed=False), Piece(line[a:b], changed=bool(line[a:b].strip()))]
            at = b
        pieces.append(Piece(line[at:], changed=False))
        yield tuple(piece for piece in pieces if piece.text) or (Piece("", changed=False),)
        offset += len(line) + 1


def html(lines: Sequence[str], label: str) -> Markdown:
    """Write a unified difference as one line of HTML: old lines as deleted, new ones as inserted, the changed words marked."""
    out = []
    for row in rows(lines):
        text = "".join(f"<mark>{preformatted(p.text)}</mark>" if p.changed else preformatted(p.text) for p in row.pieces)
        element = {"-": "del", "+": "ins"}.get(row.mark, "span")
        out.append(f"<{element}>{text or '&#10;'}</{element}>")
    return Markdown(
        f'<div class="fp-diff"><pre tabindex="0" role="region" aria-label="{preformatted(label)}"><code>{"".join(out)}</code></pre></div>'
    )
