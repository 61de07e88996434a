"""Whose line it is, and which rank began: origins before victims, the order of a log over clocks.

A line belongs to the rank that its prefix names, else to the one that it names itself, else to the one in the file's name. Within one
file the order of lines is the order of events. Hosts disagree about the time, so between files no clock is read: the rank whose own first
event is an origin comes before ranks whose first event is a victim's, then the one whose origin has the lowest line, then the lowest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import re2

MOST_PREFIXES = 6
MOST_DIGITS = 9
"""No job has more ranks; a longer number is none, here and where numbers are floats."""


@dataclass(frozen=True)
class Event:
    """One line that tells of a failure: where it began (`origin`), or who suffered (`victim`)."""

    file: int
    line: int
    text: str
    rank: int | None
    origin: bool
    attempt: int
    sequence: int | None = None

    @property
    def place(self) -> tuple[int, int]:
        """Where the line is."""
        return (self.file, self.line)


@dataclass(frozen=True)
class Initiator:
    """The rank that began, and its line; a rank that lags behind may have no line."""

    rank: int
    line: int | None
    file: int
    how: str


class RankReader:
    """Reads the rank of lines and of file names."""

    def __init__(self, index: Mapping[str, Any]) -> None:
        """Take the prefixes and the patterns of an index."""
        self._prefix = _any_of(index["prefixes"])
        self._inside = _any_of(index["rank_in_line"])
        self._name = _any_of(index["rank_in_name"])

    def split(self, text: str) -> tuple[int | None, str]:
        """Return the rank that the prefixes name, and the text without prefixes."""
        rank = None
        for _ in range(MOST_PREFIXES if self._prefix else 0):
            match = self._prefix.match(text[:200])
            if match is None or match.end() == 0:
                break
            rank = _number(match) if rank is None else rank
            text = text[match.end() :]
        return rank, text

    def of_line(self, text: str) -> int | None:
        """Return the rank that a line names."""
        rank, rest = self.split(text)
        if rank is None and self._inside and (match := self._inside.search(rest[:400])):
            rank = _number(match)
        return rank

    def of_name(self, name: str) -> int | None:
        """Return the rank that a file's name has."""
        match = self._name.search(name) if self._name else None
        return _number(match) if match else None


def _any_of(patterns: Sequence[str]) -> Any:
    """Compile alternatives whose only groups are `rank`, the first that matches wins."""
    return re2.compile("|".join(f"(?:{pattern.replace('(?P<rank>', '(')})" for pattern in patterns)) if patterns else None


def _number(match: Any) -> int | None:
    return next((int(group) for group in match.groups() if group is not None and len(group) <= MOST_DIGITS), None)


def initiator(events: Sequence[Event], seen: Mapping[int, tuple[int, int]], absent: Sequence[int]) -> Initiator | None:
    """Find the rank that began.

    Args:
        events: All events, of all files, by file and line.
        seen: The ranks of the log, each with the file and line of its last line.
        absent: The ranks that lines name as missing.
    """
    ranked = [event for event in events if event.rank is not None]
    origins = [event for event in ranked if event.origin]
    if origins:
        attempt = min(event.attempt for event in origins)
        first: dict[int, Event] = {}
        for event in ranked:
            if event.attempt == attempt and event.rank is not None:
                first.setdefault(event.rank, event)
        starts = [event for event in first.values() if event.origin] or [event for event in origins if event.attempt == attempt]
        best = min(starts, key=lambda event: (event.line, event.file, event.rank or 0))
        return Initiator(best.rank or 0, best.line, best.file, "its own error comes first")
    return _lagging(ranked, seen, absent)


def _lagging(victims: Sequence[Event], seen: Mapping[int, tuple[int, int]], absent: Sequence[int]) -> Initiator | None:
    """With victims only: the rank that others name, the only one without an event, or the one whose last collective is the lowest."""
    for rank in absent:
        file, line = seen.get(rank, (0, 0))
        return Initiator(rank, line or None, file, "the others waited for it")
    late = {event.rank for event in victims}
    silent = sorted(rank for rank in seen if rank not in late)
    if len(late) >= 2 and len(silent) == 1:
        file, line = seen[silent[0]]
        return Initiator(silent[0], line, file, "it is the only rank that did not time out")
    reached = {event.rank: event for event in victims if event.sequence is not None}
    numbers = {event.sequence for event in reached.values()}
    if len(reached) >= 2 and len(numbers) >= 2:
        last = min(reached.values(), key=lambda event: (event.sequence or 0, event.rank or 0))
        furthest = max(event.sequence or 0 for event in reached.values())
        return Initiator(last.rank or 0, last.line, last.file, f"its last collective is {last.sequence}, others reached {furthest}")
    return None
