"""Numbers of a log as series, and the conditions that entries declare over them.

A piece becomes a row: in its first `LONGEST` characters `metrics.pattern` is searched for again and again, each time from the end of the
value before. A name counts in lower case, first with the word in front of it (`metrics.before` against the 24 characters before it: `mean`
and `size` are `mean_size`), then alone; what stands in no list of `metrics.names` is left out, and of one series the first value counts.
Tables, as notebooks show them, are read by cells: tabs or bars part them, and a line with the name of a series among its cells is the head.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import re2

LONGEST = 4000
MOST_VALUES = 64
_NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+|nan|NaN|inf)")
POINTWISE = ("nan", "zero", "above-zero", "at")


@dataclass(frozen=True)
class Row:
    """The numbers of one line."""

    line: int
    text: str
    values: Mapping[str, float]


class MetricReader:
    """Reads rows."""

    def __init__(self, metrics: Mapping[str, Any]) -> None:
        """Take the part `metrics` of an index."""
        self._pattern = re2.compile(metrics["pattern"])
        self._name, self._value = self._pattern.groupindex["name"], self._pattern.groupindex["value"]
        self._before = re2.compile(metrics["before"])
        self._list = re2.compile(metrics["lists"])
        self._series = {name: series for series, names in metrics["names"].items() for name in names}
        self._stems = sorted({name.rsplit("_", 1)[-1].rsplit("/", 1)[-1] for name in self._series})

    def row(self, line: int, text: str) -> Row | None:
        """Return the known numbers of a piece, if it has any."""
        begin = text[:LONGEST]
        lower = begin.lower()
        if not any(stem in lower for stem in self._stems):
            return None
        values: dict[str, float] = {}
        offset = 0
        for _ in range(MOST_VALUES):
            match = self._pattern.search(begin, offset)
            if match is None:
                break
            offset, start = match.end(self._value), match.start(self._name)
            series = self._named(begin[max(0, start - 24) : start], match.group(self._name).lower())
            if series is not None:
                values.setdefault(series, float(match.group(self._value)))
        return Row(line, text, values) if values else None

    def lists(self, window: Iterable[tuple[int, str]]) -> Iterator[Row]:
        """Yield the pieces that are printed lists of numbers, as the series `lists`: equal lists are equal numbers."""
        seen: dict[str, float] = {}
        for line, text in window:
            if self._list.search(text[:LONGEST]):
                yield Row(line, text, {"lists": seen.setdefault(text.strip(), float(len(seen)))})

    def tables(self, window: Iterable[tuple[int, str]]) -> Iterator[Row]:
        """Yield the rows of tables: lines of as many cells as the last head has."""
        head: list[str | None] = []
        for line, text in window:
            cells = _cells(text[:LONGEST])
            names = [self._series.get(cell.lower().replace(" ", "_")) for cell in cells] if len(cells) > 1 else []
            if any(names):
                head = names
                continue
            values: dict[str, float] = {}
            for name, cell in zip(head, cells, strict=True) if len(cells) == len(head) else ():
                if name and _NUMBER.fullmatch(cell):
                    values.setdefault(name, float(cell))
            if values:
                yield Row(line, text, values)

    def _named(self, before: str, name: str) -> str | None:
        match = self._before.search(before)
        with_word = f"{match['before'].lower()}_{name}" if match else ""
        return self._series.get(with_word, self._series.get(name))


def _cells(text: str) -> list[str]:
    mark = "\t" if "\t" in text else "|"
    return [cell.strip() for cell in text.strip().strip("|").split(mark)] if mark in text else []


def holds(conditions: Sequence[Mapping[str, Any]], rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows that show that all conditions hold, or none."""
    points = [condition for condition in conditions if condition["shows"] in POINTWISE]
    shown: list[Row] = []
    if points:
        last = next((row for row in reversed(rows) if all(p["series"] in row.values for p in points)), None)
        if last is None or not all(_holds_at(p, last.values[p["series"]]) for p in points):
            return ()
        shown.append(last)
    for condition in conditions:
        if condition["shows"] not in POINTWISE:
            having = [row for row in rows if condition["series"] in row.values]
            at = _where(condition["shows"], [row.values[condition["series"]] for row in having])
            if at is None:
                return ()
            shown.append(having[at])
    return tuple(shown)


def _holds_at(condition: Mapping[str, Any], value: float) -> bool:
    match condition["shows"]:
        case "nan":
            return math.isnan(value)
        case "zero":
            return value == 0
        case "above-zero":
            return value > 0
        case _:
            return bool(abs(value - condition["value"]) <= abs(condition["value"]) / 100)


def _where(shows: str, values: Sequence[float]) -> int | None:
    """Return the index of the value that shows what is asked for."""
    if any(math.isnan(value) or math.isinf(value) for value in values):
        return None
    match shows:
        case "constant":
            return len(values) - 1 if len(values) >= 3 and len(set(values)) == 1 else None
        case "flat":
            return len(values) - 1 if _flat(values) else None
        case "spikes":
            middle = sorted(values)[len(values) // 2] if values else 0
            highest = max(values, default=0)
            return values.index(highest) if len(values) >= 8 and highest > 5 * middle > 0 else None
        case "repeats":
            return len(values) - 1 if _repeats(values) else None
        case _:
            return len(values) - 1 if _grows(values) else None


def _flat(values: Sequence[float]) -> bool:
    """Tell whether five values or more lie within 1% of the highest, the last no further from the first than half of what they span."""
    spread = max(values, default=0) - min(values, default=0)
    return len(values) >= 5 and 0 < spread <= 0.01 * max(values) and abs(values[-1] - values[0]) <= spread / 2


def _repeats(values: Sequence[float]) -> bool:
    """Tell whether every value comes at least twice in a row: six or more, of two kinds or more."""
    runs = [len(list(run)) for _, run in groupby(values)]
    return len(values) >= 6 and len(runs) >= 2 and min(runs) >= 2


def _grows(values: Sequence[float]) -> bool:
    """Tell whether the median of the last third of ten values or more is 1.3 times that of the first, and the middle third lies between."""
    third = len(values) // 3
    if len(values) < 10:
        return False
    first, middle, last = (sorted(values[i * third : (i + 1) * third])[third // 2] for i in range(3))
    return last > 1.3 * first > 0 and middle >= first
