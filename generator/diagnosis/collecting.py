"""One pass over each file: which lines match which patterns, and its beginning and end for everything that looks at all lines.

The *window* of a file is its first pieces up to `WINDOW` bytes together and, behind them, the pieces on later lines that begin in the last
`WINDOW` bytes of its text. Words, numbers, wrapped lines and the ranks that take part are read from it; patterns are matched
everywhere.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from generator.diagnosis.matching import Scanner, compiled
from generator.diagnosis.ranks import RankReader
from generator.diagnosis.reading import Block, Readable, blocks

WINDOW = 1 << 18
SHOWN = 400
WRAPPED_PIECES = 2000
WRAP_WIDTH = 60


@dataclass(frozen=True)
class Hit:
    """A line that a pattern matches."""

    file: int
    line: int
    column: int
    rank: int | None
    text: str
    matched: str

    @property
    def place(self) -> tuple[int, int]:
        """Where it is."""
        return (self.file, self.line)


@dataclass
class Reading:
    """What one pass over one file found."""

    number: int
    name: str
    rank: int | None
    hits: dict[str, list[Hit]] = field(default_factory=dict)
    window: list[tuple[int, str]] = field(default_factory=list)

    def lines_of(self, pattern: str) -> list[int]:
        """Return the numbers of the lines that match a pattern."""
        return [hit.line for hit in self.hits.get(pattern, ())]


class Collector:
    """Reads files against the patterns of an index."""

    def __init__(self, index: Mapping[str, Any]) -> None:
        """Compile all patterns of an index."""
        self.ranks = RankReader(index)
        self._signatures = frozenset(pattern for entry in index["entries"] for pattern in _patterns_of(entry))
        self._scanner = Scanner([*sorted(self._signatures), *_other_patterns(index)])
        self._each = {pattern: compiled(pattern) for pattern in self._scanner.patterns}

    def read(self, number: int, name: str, stream: Readable, *, alone: bool = True) -> Reading:
        """Read one file to its end; one of several whose name has no rank is the rank of its place among them.

        Raises:
            BinaryFileError: it is no text.
            OSError: it cannot be read.
        """
        rank = self.ranks.of_name("/".join(name.split("/")[-3:]))
        reading = Reading(number, name, number if rank is None and not alone else rank)
        self._scanner.start()
        tail: deque[Block] = deque()
        head = 0
        for block, pieces in self._scanner.scan(blocks(stream)):
            for i, line, piece in pieces:
                self._scanner.found[i] += self._match(reading, self._scanner.patterns[i], line, piece)
            if head < WINDOW:
                head = _fill(reading.window, block, head)
            tail.append(block)
            while sum(len(kept.text) for kept in tail) - len(tail[0].text) > WINDOW:
                tail.popleft()
        if head >= WINDOW:
            reading.window += _last_pieces(tail, reading.window[-1][0])
        self._match_wrapped(reading)
        return reading

    def _match(self, reading: Reading, pattern: str, line: int, piece: str) -> bool:
        match, text, before = self._each[pattern].search(piece), piece, 0
        if match is None and pattern.startswith("^"):
            text = self.ranks.split(piece)[1]
            match, before = self._each[pattern].search(text), len(piece) - len(text)
        if match is not None:
            start, end = before + match.start(), before + match.end()
            reading.hits.setdefault(pattern, []).append(self._hit(reading, line, piece, start, end))
        return match is not None

    def _hit(self, reading: Reading, line: int, piece: str, start: int, end: int) -> Hit:
        rank = self.ranks.of_line(piece)
        cut = max(0, min(start - SHOWN // 4, len(piece) - SHOWN))
        return Hit(
            reading.number,
            line,
            start + 1,
            reading.rank if rank is None else rank,
            piece[cut : cut + SHOWN].strip(),
            piece[start : min(end, start + SHOWN)],
        )

    def _match_wrapped(self, reading: Reading) -> None:
        """Find signatures that a terminal or a mail program broke over two lines: joined as they are, or by a blank."""
        pieces = reading.window[:WRAPPED_PIECES]
        for (line, text), (_, following) in pairwise(pieces):
            if len(text) < WRAP_WIDTH:
                continue
            rest = self.ranks.split(following)[1]
            for joined in (text + rest, f"{text.rstrip()} {rest.lstrip()}"):
                for i in self._scanner.patterns_in(joined):
                    pattern = self._scanner.patterns[i]
                    if pattern in self._signatures and not reading.hits.get(pattern) and (match := self._each[pattern].search(joined)):
                        reading.hits[pattern] = [self._hit(reading, line, joined, match.start(), match.end())]


def _patterns_of(entry: Mapping[str, Any]) -> Iterator[str]:
    for signature in entry["signatures"]:
        yield signature["pattern"]
        for key in ("near", "unless"):
            if key in signature:
                yield signature[key]["pattern"]


def _other_patterns(index: Mapping[str, Any]) -> Iterator[str]:
    for name in ("origins", "victims", "sequences", "absent", "restarts"):
        yield from index[name]
    for item in index["harmless"]:
        yield item["pattern"]
    for item in index["missing"]:
        yield item["when"]
        if item.get("unless"):
            yield item["unless"]


def _fill(window: list[tuple[int, str]], block: Block, size: int) -> int:
    for line, piece in block.lines():
        if size >= WINDOW:
            break
        window.append((line, piece))
        size += len(piece.encode("utf-8"))
    return size


def _last_pieces(tail: Sequence[Block], after: int) -> list[tuple[int, str]]:
    joined = Block(b"".join(block.text for block in tail), b"".join(block.raw for block in tail), tail[0].first)
    return [(line, piece) for line, piece in joined.last(WINDOW).lines() if line > after]
