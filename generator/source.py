"""YAML with positions: text in, plain data and the line and column of every key and value out.

YAML as entries use it: the core schema of YAML 1.2 (`no` is a string, `1e-5` a number, there are no dates), no anchors,
aliases or tags, no key twice. PyYAML's C parser gives the events; its constructors are not used, since they keep the
last of two equal keys and follow YAML 1.1 (https://github.com/yaml/pyyaml/issues/116 and 486).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from generator.entry import Place
from generator.problems import Problem, place_of

MAX_DEPTH = 24

try:
    _Loader: Any = yaml.CSafeLoader
except AttributeError:  # PyYAML was built without libyaml: the same events, slower
    _Loader = yaml.SafeLoader

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_OCTAL_OR_HEX = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(["", "~", "null", "Null", "NULL"]),
    **dict.fromkeys(["true", "True", "TRUE"], True),
    **dict.fromkeys(["false", "False", "FALSE"], False),
}
_LONGEST_NUMBER = 40  # a longer run of digits is a text


@dataclass(frozen=True)
class Span:
    """Where a value stands in its file: offsets into the text, and how it was written (`|`, `>`, a quote, or nothing)."""

    start: int
    end: int
    style: str | None = None


@dataclass
class Source:
    """One YAML file: its text, its data, and where each key and value stands."""

    path: str
    text: str
    data: Any = None
    values: dict[Place, Span] = field(default_factory=dict)
    keys: dict[Place, Span] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def problem(self, code: str, loc: Place, message: str, hint: str = "", *, key: bool = False, words: str = "") -> Problem:
        """Make a problem at a value (or at its key), or at the first such `words` inside that value."""
        span = self._span(loc, key=key)
        at = self.text.find(words, span.start, span.end) if words else -1
        return self.problem_at(code, at if at >= 0 else span.start, message, hint, loc)

    def problem_at(self, code: str, offset: int, message: str, hint: str = "", loc: Place = ()) -> Problem:
        """Make a problem at an offset into the text."""
        line = self.text.count("\n", 0, offset) + 1
        column = offset - (self.text.rfind("\n", 0, offset) + 1) + 1
        return Problem(self.path, line, column, place_of(loc), message, hint, code)

    def style(self, loc: Place) -> str | None:
        """Tell how the value at `loc` was written."""
        return self._span(loc).style

    def _span(self, loc: Place, *, key: bool = False) -> Span:
        """Find the nearest known place: segments that are not in the file (a union's tag, a missing key) are left out."""
        known: Place = ()
        for part in loc:
            if (*known, part) in self.values:
                known = (*known, part)
        spans = self.keys if key and known in self.keys else self.values
        return spans.get(known, Span(0, len(self.text)))


def parse(path: str, text: str) -> Source:
    """Read one YAML document; whatever is wrong stands in the source's `problems`, and `data` is None if it is not YAML."""
    source = Source(path, text)
    loader = _Loader(text)
    try:
        _Builder(source, loader).build()
    except yaml.MarkedYAMLError as error:
        source.data = None
        source.problems.append(_syntax_problem(source, error))
    except yaml.reader.ReaderError as error:
        source.data = None
        source.problems.append(source.problem_at("yaml-syntax", error.position, "a character that YAML does not allow", "remove it"))
    finally:
        loader.dispose()
    return source


def _syntax_problem(source: Source, error: yaml.MarkedYAMLError) -> Problem:
    mark = error.problem_mark or error.context_mark
    offset = min(mark.index, len(source.text)) if mark else 0
    line = source.text[source.text.rfind("\n", 0, offset) + 1 :].split("\n", 1)[0]
    if "\t" in line and (line.lstrip(" ").startswith("\t") or source.text[offset : offset + 1] == "\t"):
        at = source.text.find("\t", source.text.rfind("\n", 0, offset) + 1)
        return source.problem_at("yaml-syntax", at, "a tab where YAML wants spaces", "indent with two spaces")
    what = ", ".join(part for part in (error.context, error.problem) if part)
    hint = 'put a text with ": " or " #" or a leading "`", "*", "&", "!", "%", "@", "[" or "{" in quotes, or in a | block'
    return source.problem_at("yaml-syntax", offset, what or "not YAML", hint)


class _Builder:
    """Turns parser events into data, and notes positions and problems on the way."""

    def __init__(self, source: Source, loader: Any) -> None:
        self.source = source
        self.events: Iterator[Any] = iter(loader.get_event, None)

    def build(self) -> None:
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if self.source.values:
                    at = _start(event)
                    problem = self.source.problem_at("yaml-syntax", at, "a second document in the file", "remove the line ---")
                    self.source.problems.append(problem)
                    return
                self.source.data = self._value(next(self.events), ())

    def _value(self, event: Any, loc: Place) -> Any:
        self._refuse_indirection(event, loc)
        style = getattr(event, "style", None) or None
        data: Any
        if isinstance(event, yaml.MappingStartEvent):
            data, end = self._mapping(event, loc)
        elif isinstance(event, yaml.SequenceStartEvent):
            data, end = self._sequence(event, loc)
        elif isinstance(event, yaml.ScalarEvent):
            data = event.value if event.style else _scalar(event.value)
            end = _end(event)
        else:  # an alias, which was refused above
            data, end = None, _end(event)
        self.source.values[loc] = Span(_start(event), end, style)
        return data

    def _mapping(self, start: Any, loc: Place) -> tuple[dict[str, Any], int]:
        self._guard_depth(start, loc)
        data: dict[str, Any] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                return data, _end(event)
            self._refuse_indirection(event, loc)
            if not isinstance(event, yaml.ScalarEvent):
                raise yaml.MarkedYAMLError(None, None, "a key that is not a word", event.start_mark)
            key = str(event.value)
            inner = (*loc, key)
            if key in data:
                where = self.source.problem_at("duplicate-key", _start(event), f'the key "{key}" stands here twice')
                first = self.source.keys[inner].start
                hint = f"it is already in line {self.source.text.count(chr(10), 0, first) + 1}; keep one of the two"
                self.source.problems.append(Problem(where.path, where.line, where.column, place_of(inner), where.message, hint, where.code))
                self._value(next(self.events), (*loc, f"{key} (again)"))
                continue
            self.source.keys[inner] = Span(_start(event), _end(event))
            data[key] = self._value(next(self.events), inner)
        return data, len(self.source.text)  # the parser raises before this

    def _sequence(self, start: Any, loc: Place) -> tuple[list[Any], int]:
        self._guard_depth(start, loc)
        data: list[Any] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                return data, _end(event)
            data.append(self._value(event, (*loc, len(data))))
        return data, len(self.source.text)  # the parser raises before this

    def _guard_depth(self, event: Any, loc: Place) -> None:
        if len(loc) > MAX_DEPTH:
            raise yaml.MarkedYAMLError(None, None, "nested too deeply for an entry", event.start_mark)

    def _refuse_indirection(self, event: Any, loc: Place) -> None:
        at = _start(event)
        name = getattr(event, "anchor", None)
        if name:
            hint = "write the value out where it is needed, or quote it if it is meant as a text"
            kind = "alias *" if isinstance(event, yaml.AliasEvent) else "anchor &"
            self.source.problems.append(self.source.problem_at("anchor-or-alias", at, f"the {kind}{name}", hint, loc))
        tag = getattr(event, "tag", None)
        if tag and tag != "!":
            hint = "remove it, or quote the value if it is meant as a text"
            self.source.problems.append(self.source.problem_at("yaml-tag", at, f'the tag "{tag}"', hint, loc))


def _start(event: Any) -> int:
    """Return where an event starts; every event has marks, which the stubs doubt."""
    return int(event.start_mark.index)


def _end(event: Any) -> int:
    return int(event.end_mark.index)


def _scalar(value: str) -> Any:
    """Resolve a plain scalar by the core schema, https://yaml.org/spec/1.2.2/#103-core-schema."""
    if value in _WORDS:
        return _WORDS[value]
    if len(value) > _LONGEST_NUMBER:
        return value
    if _INT.match(value):
        return int(value)
    if _OCTAL_OR_HEX.match(value):
        return int(value, 0)
    return float(value) if _FLOAT.match(value) else value
