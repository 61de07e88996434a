"""The canonical form of an entry: keys in the order of the model, block style, comments kept. Text in, text out.

The form is made from the positions that the reader noted, not by dumping the data: what an author wrote inside a value stays as it
is written, and a comment moves with the key that it stands above. Lists of plain words stay on one line.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, get_args

from generator.entry import SLUG, Entry, Model, Place, kind_of
from generator.source import Source, parse

SCHEMA_FILE = "_schema.json"
MODELINE = f"# yaml-language-server: $schema={SCHEMA_FILE}"
GUIDANCE = "#?"
"""Starts a comment that tells how to fill a field; it goes once the field holds no placeholder any more."""

PLACEHOLDER = re.compile(r"\b(TODO|FIXME|TBD|XXX|lorem ipsum|coming soon|to be written|REPLACE ME)\b|^\.\.\.$", re.IGNORECASE)
"""Words that stand where somebody meant to write something."""

WIDTH = 120


def canonical(source: Source, *, modeline: bool, changes: dict[str, Any] | None = None) -> str:
    """Return the canonical text of an entry file.

    Args:
        source: The file, as read; its YAML must be well formed, and a mapping.
        modeline: Whether the first line names the schema for editors.
        changes: Top-level keys that get another value: a list of words, a text, or None to take the key out.
    """
    wanted = {key: value for key, value in {**source.data, **(changes or {})}.items() if value is not None or key not in (changes or {})}
    lines = _Layout(source, wanted, set(changes or {})).lines()
    text = "\n".join([*([MODELINE] if modeline else []), *lines]) + "\n"
    if text == source.text:
        return text
    # What the file says is beyond discussion: better no canonical form than another meaning.
    return text if _same(parse(source.path, text).data, wanted) else source.text


def _same(data: Any, wanted: dict[str, Any]) -> bool:
    """Tell whether a file says what it should; the line break that ends a changed text is no difference."""
    return isinstance(data, dict) and {k: v.rstrip("\n") if isinstance(v, str) else v for k, v in data.items()} == {
        k: v.rstrip("\n") if isinstance(v, str) else v for k, v in wanted.items()
    }


def _plain_value(value: Any) -> str:
    """Write a value for a changed key: a list of words, or a text."""
    if isinstance(value, list):
        return f"[{', '.join(value)}]"
    if re.fullmatch(SLUG, value):
        return str(value)
    return "|\n" + "\n".join(f"  {line}" if line else "" for line in value.strip().split("\n"))


@dataclass
class _Comments:
    """The comments of one item (a key of a mapping, or an element of a list)."""

    above: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)


class _Layout:
    """Lays one entry out again."""

    def __init__(self, source: Source, data: dict[str, Any], changed: set[str]) -> None:
        self.source = source
        self.data = data
        self.changed = changed
        self.text = source.text
        self.head: list[str] = []
        self.comments: defaultdict[Place, _Comments] = defaultdict(_Comments)
        self._attach()

    def lines(self) -> list[str]:
        return self.head + self._mapping((), self.data, 0)

    # -- comments

    @cached_property
    def _items(self) -> list[tuple[int, Place]]:
        """Where each item starts, in the order of the file."""
        places = [(span.start, loc) for loc, span in self.source.keys.items()]
        places += [(self._dash(loc), loc) for loc in self.source.values if loc and isinstance(loc[-1], int)]
        return sorted(places)

    def _dash(self, loc: Place) -> int:
        """Return where a list's element starts: at its dash, or at its value in a list on one line."""
        start = self.source.values[loc].start
        dash = self.text.rfind("-", 0, start)
        between = re.sub(r"#[^\n]*", "", self.text[dash + 1 : start])
        is_block = self.text[self.source.values[loc[:-1]].start : self.source.values[loc[:-1]].start + 1] != "["
        return dash if is_block and dash >= 0 and not between.strip() else start

    def _column(self, offset: int) -> int:
        return offset - (self.text.rfind("\n", 0, offset) + 1)

    def _found(self) -> Iterator[tuple[int, str]]:
        """Yield every comment with its offset: what lies between two scalars is white space, marks and comments."""
        collections = {loc[:-1] for loc in self.source.values if loc}
        spans = [*self.source.keys.values()]
        spans += [span for loc, span in self.source.values.items() if loc not in collections and span.end > span.start]
        at = 0
        for span in [*sorted(spans, key=lambda span: span.start), None]:
            end = span.start if span else len(self.text)
            if "#" in self.text[at:end]:
                for match in re.finditer(r"#[^\n]*", self.text[at:end]):
                    yield at + match.start(), match[0].rstrip()
            if span:
                at = max(at, span.start + len(self.text[span.start : span.end].rstrip()))

    def _attach(self) -> None:
        if "#" not in self.text.removeprefix(MODELINE):
            return
        starts = [start for start, _ in self._items]
        for offset, text in self._found():
            if text.startswith("# yaml-language-server:"):
                continue
            after = bisect_left(starts, offset)
            following = self._items[after] if after < len(starts) else None
            line_start = self.text.rfind("\n", 0, offset) + 1
            if self.text[line_start:offset].strip(" -"):
                self.comments[self._beside(bisect_right(starts, offset) - 1, offset)].beside.append(text)
            elif after == 0 and not text.startswith(GUIDANCE):
                self.head.append(text)
            elif following is not None and self._column(offset) <= self._column(following[0]):
                self.comments[following[1]].above.append(text)
            else:
                self.comments[self._owner(after - 1, self._column(offset))].below.append(text)

    def _beside(self, position: int, offset: int) -> Place:
        """Return the item that a comment at the end of a line is about: the outermost that ended on that line."""
        loc = self._items[position][1]
        while len(loc) > 1:
            span = self.source.values[loc[:-1]]
            if self.text[span.start : span.start + 1] not in ("{", "[") or span.end > offset:
                break
            loc = loc[:-1]
        return loc

    def _owner(self, position: int, column: int) -> Place:
        """Return the item after which a comment stands that is indented deeper than the next one."""
        starts = {loc: start for start, loc in self._items}
        loc = self._items[position][1]
        while len(loc) > 1 and (loc not in starts or self._column(starts[loc]) > column):
            loc = loc[:-1]
        return loc

    def _above(self, loc: Place, data: Any) -> list[str]:
        return _wanted(self.comments[loc].above, data) if loc in self.comments else []

    # -- values

    def _mapping(self, loc: Place, data: dict[str, Any], indent: int) -> list[str]:
        order = {name: i for i, name in enumerate(field_order(loc))}
        pad, lines = " " * indent, list[str]()
        for key in sorted(data, key=lambda name: order.get(name, len(order))):
            inner = (*loc, key)
            if not loc and key in self.changed:
                lines += [*self._above(inner, data[key]), *f"{key}: {_plain_value(data[key])}".split("\n"), *self._below(inner, pad)]
                continue
            span = self.source.keys[inner]
            lines += [pad + comment for comment in self._above(inner, data[key])]
            lines += self._value(inner, data[key], f"{pad}{self.text[span.start : span.end]}:", indent)
            lines += self._below(inner, pad)
        return lines

    def _below(self, loc: Place, pad: str) -> list[str]:
        return [pad + comment for comment in _wanted(self.comments[loc].below, self.data)] if loc in self.comments else []

    def _sequence(self, loc: Place, data: list[Any], indent: int) -> list[str]:
        pad, lines = " " * indent, []
        for i, item in enumerate(data):
            inner = (*loc, i)
            above = self._above(inner, item)
            if isinstance(item, dict | list) and item:
                own = self._collection(inner, item, indent + 2)
                while own[0].lstrip().startswith("#"):
                    above.append(own.pop(0).strip())
                above += self.comments[inner].beside if inner in self.comments else []
                own[0] = f"{pad}- {own[0][indent + 2 :]}"
            else:
                own = self._value(inner, item, f"{pad}-", indent)
            lines += [*(pad + comment for comment in above), *own, *self._below(inner, pad)]
        return lines

    def _collection(self, loc: Place, data: Any, indent: int) -> list[str]:
        return self._mapping(loc, data, indent) if isinstance(data, dict) else self._sequence(loc, data, indent)

    def _value(self, loc: Place, data: Any, head: str, indent: int) -> list[str]:
        beside = "".join(f"  {comment}" for comment in self.comments[loc].beside) if loc in self.comments else ""
        if isinstance(data, list) and data and self._fits_on_a_line(loc, data, head):
            return [f"{head} [{', '.join(data)}]{beside}"]
        if isinstance(data, dict | list) and data:
            return [head + beside, *self._collection(loc, data, indent + 2)]
        first, *rest = self._scalar(loc, data, indent)
        lines = [f"{head} {first}" if first else head, *rest]
        lines[-1] += beside
        return lines

    def _fits_on_a_line(self, loc: Place, data: list[Any], head: str) -> bool:
        words = all(isinstance(item, str) and re.fullmatch(SLUG, item) for item in data)
        silent = not any((*loc, i) in self.comments for i in range(len(data)))
        return words and silent and is_word_list(loc) and len(head) + sum(map(len, data)) + 2 * len(data) + 1 <= WIDTH

    def _scalar(self, loc: Place, data: Any, indent: int) -> list[str]:
        span, pad = self.source.values[loc], " " * (indent + 2)
        raw = self.text[span.start : span.end].rstrip()
        if "\n" not in raw and span.style not in ("|", ">"):
            return [raw]
        if span.style == "|" or (span.style == ">" and re.match(r">[-+]?[1-9+]|>[1-9]", raw)):
            return _literal(data, pad)
        first, *rest = raw.split("\n")
        if span.style == ">":
            cut = min((len(line) - len(line.lstrip(" ")) for line in rest if line.strip()), default=0)
            return [first.rstrip(), *(f"{pad}{line[cut:]}".rstrip() for line in rest)]
        return [first.rstrip() if rest else first, *(f"{pad}{line.strip()}".rstrip() for line in rest)]


def _literal(text: str, pad: str) -> list[str]:
    """Write a text as a literal block."""
    body = text.rstrip("\n")
    breaks = len(text) - len(body)
    if not body:
        return ['""' if not text else "|+", *[""] * breaks]
    head = "|" + ("2" if body.lstrip("\n")[:1] == " " else "") + ("-" if breaks == 0 else "" if breaks == 1 else "+")
    return [head, *(pad + line if line else "" for line in body.split("\n")), *[""] * max(0, breaks - 1)]


def _wanted(comments: list[str], data: Any) -> list[str]:
    """Leave out guidance to a field that is filled."""
    return [comment for comment in comments if not comment.startswith(GUIDANCE) or is_unwritten(data)]


def is_unwritten(data: Any) -> bool:
    """Tell whether a placeholder stands anywhere in a value."""
    if isinstance(data, dict | list):
        return any(map(is_unwritten, data.values() if isinstance(data, dict) else data))
    return isinstance(data, str) and PLACEHOLDER.search(re.sub(r"`[^`]*`", "", data)) is not None


def field_order(loc: Place) -> list[str]:
    """Return the keys that a place of an entry knows, in the order of the model."""
    return _field_order(_names(loc))


def meaning_of(loc: Place) -> str:
    """Return what a place of an entry is for, in the words of the model."""
    names = _names(loc)
    return next(
        (model.model_fields[names[-1]].description or "" for model in _models_at(names[:-1]) if names[-1] in model.model_fields), ""
    )


def is_word_list(loc: Place) -> bool:
    """Tell whether a place holds a list of ids and not of prose."""
    return _is_word_list(_names(loc))


def _names(loc: Place) -> tuple[str, ...]:
    return tuple(part for part in loc if isinstance(part, str))


@lru_cache(maxsize=256)
def _models_at(names: tuple[str, ...]) -> tuple[type[Model], ...]:
    models: tuple[type[Model], ...] = (Entry,)
    for name in names:
        models = tuple(inner for model in models if name in model.model_fields for inner in models_in(model.model_fields[name].annotation))
    return models


@lru_cache(maxsize=256)
def _field_order(names: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(name for model in _models_at(names) for name in model.model_fields))


@lru_cache(maxsize=256)
def _is_word_list(names: tuple[str, ...]) -> bool:
    found = [model.model_fields[names[-1]] for model in _models_at(names[:-1]) if names[-1] in model.model_fields]
    return bool(found) and all(kind_of(info.annotation, info.metadata) is str for info in found)


def models_in(annotation: Any) -> list[type[Model]]:
    """Return the models that an annotation speaks of, inside tuples, unions and optional types."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return [annotation]
    return [model for inner in get_args(annotation) for model in models_in(inner)]
