"""Which lines match which patterns: one RE2 set finds the patterns of a block, single patterns then find the lines.

The result is that of matching every pattern against every piece, and against the piece without its prefixes for patterns that begin
with `^`; blocks only make it quick. Of one pattern and file the first `MOST_HITS` pieces that match count.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import Any

import re2

from generator.diagnosis.reading import Block

MOST_HITS = 2000
MOST_LOOKS = 4000
"""How many pieces that match but for a leading `^` are tried, of one pattern and file: a log of millions of them must end."""
THREADS = max(1, min(4, (os.cpu_count() or 1) - 1))
END, END_PATTERN = b"\n\x01\x02\x03", r"\x01\x02\x03"
"""What stands behind every block: a set that found it has not run out of memory. At the end, since a set is slow behind a match."""


def compiled(pattern: str) -> Any:
    """Compile a pattern for single lines."""
    return re2.compile(pattern)


class Scanner:
    """Finds the lines of blocks that match any of a list of patterns."""

    def __init__(self, patterns: Iterable[str]) -> None:
        """Compile the patterns, each once."""
        self.patterns: Sequence[str] = list(dict.fromkeys(patterns))
        self.found = [0] * len(self.patterns)
        self._looks = [0] * len(self.patterns)
        options = re2.Options()
        options.never_nl = True
        options.log_errors = False
        options.max_mem = 1 << 28
        relaxed = [f"(?m:{_unanchored(pattern)})" for pattern in self.patterns]
        self._singles = [re2.compile(pattern, options) for pattern in relaxed]
        self._set = re2.Set.SearchSet(options)
        for pattern in [*relaxed, END_PATTERN]:
            self._set.Add(pattern)
        self._set.Compile()

    def start(self) -> None:
        """Begin another file."""
        self.found = [0] * len(self.patterns)
        self._looks = [0] * len(self.patterns)

    def scan(self, blocks: Iterable[Block]) -> Iterator[tuple[Block, Iterator[tuple[int, int, str]]]]:
        """Yield every block with (pattern, line number, piece) of every piece that may match.

        The caller takes them before it asks for the next block, matches each by itself, and counts in `found`. Threads look at the
        blocks to come: RE2 does without Python's lock.
        """
        ahead: deque[tuple[Block, Future[list[int]]]] = deque()
        with ThreadPoolExecutor(THREADS) as pool:
            for block in blocks:
                ahead.append((block, pool.submit(self._matched, block)))
                if len(ahead) > 2 * THREADS:
                    yield self._scanned(*ahead.popleft())
            while ahead:
                yield self._scanned(*ahead.popleft())

    def _matched(self, block: Block) -> list[int]:
        """Return the patterns that may match in a block: all of them if the set has run out of memory."""
        matched = self._set.Match(block.text + END)
        every = len(self.patterns)
        return sorted(i for i in matched if i < every) if matched else list(range(every))

    def _scanned(self, block: Block, matched: "Future[list[int]]") -> tuple[Block, Iterator[tuple[int, int, str]]]:
        return block, chain.from_iterable(self._lines(i, block) for i in matched.result())

    def patterns_in(self, line: str) -> list[int]:
        """Return the patterns that may match one line."""
        every = len(self.patterns)
        return sorted(i for i in self._set.Match(line) or () if i < every)

    def _lines(self, i: int, block: Block) -> Iterator[tuple[int, int, str]]:
        text, single, offset = block.text, self._singles[i], 0
        counted, number = 0, block.first
        while self.found[i] < MOST_HITS and self._looks[i] < MOST_LOOKS and (match := single.search(text, offset)):
            self._looks[i] += 1
            at = match.start()
            start = text.rfind(b"\n", 0, at) + 1
            end = text.find(b"\n", at)
            end = len(text) if end < 0 else end
            number += block.raw.count(b"\n", counted, start)
            counted = start
            yield i, number, text[start:end].decode("utf-8")
            offset = end + 1
            if offset > len(text):
                return


def _unanchored(pattern: str) -> str:
    return pattern.removeprefix("^")
