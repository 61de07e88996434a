"""From a file to a checked Entry: bytes, YAML with positions, pydantic, then what can be said of one entry alone.

Every complaint carries the file's true line and column. Nothing here knows of a second entry.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import ValidationError

from generator import prose
from generator.coverage import Coverage
from generator.diagnosis.language import Language
from generator.entry import SLUG, Declaration, Entry, Markdown, Model, Pattern, Place, walk_texts
from generator.formatting import PLACEHOLDER, meaning_of, models_in
from generator.problems import Problem, did_you_mean
from generator.source import Source, parse
from generator.taxonomy import Taxonomy

M = TypeVar("M", bound=Model)

MAX_BYTES = 200_000
TAXONOMY = "_taxonomy.yaml"

_CLOSED_LISTS = {"category", "kind", "stages", "tags", "sign", "stack"}
"""What stands under these keys has to be a word of the taxonomy, which is said with the words to choose from."""


@dataclass(frozen=True)
class Loaded:
    """One entry file: its slug, its source, and the entry if it is a valid one."""

    slug: str
    source: Source
    entry: Entry | None


def load_entry(path: Path, shown_as: str) -> Loaded:
    """Read and check one entry; its problems stand in the source."""
    source = _read(path, shown_as)
    if not re.match(SLUG, path.stem):
        hint = "name it like the failure, in lower case with hyphens: labels-not-shifted.yaml"
        source.problems.append(source.problem_at("bad-file-name", 0, f'"{path.stem}" is not a slug', hint))
    entry = _validate(Entry, source)
    if entry is not None:
        source.problems.extend(_text_problems(entry, source))
        source.problems.extend(_duplicate_ids(entry, source))
    else:
        unwritten = list(_unwritten(source, source.data))
        places = {problem.place for problem in unwritten}
        source.problems = [problem for problem in source.problems if problem.place not in places] + unwritten
    return Loaded(path.stem, source, entry)


def load_taxonomy(path: Path, shown_as: str) -> tuple[Source, Taxonomy | None]:
    """Read and check the taxonomy."""
    source = _read(path, shown_as)
    return source, _validate(Taxonomy, source)


def load_language(path: Path, shown_as: str) -> tuple[Source, Language | None]:
    """Read and check how logs are read; an encyclopedia need not have it."""
    return _load_optional(Language, path, shown_as)


def load_coverage(path: Path, shown_as: str) -> tuple[Source, Coverage | None]:
    """Read and check what other sources name; an encyclopedia need not have it."""
    return _load_optional(Coverage, path, shown_as)


def _load_optional(model: type[M], path: Path, shown_as: str) -> tuple[Source, M | None]:
    if not path.is_file():
        return Source(shown_as, ""), None
    source = _read(path, shown_as)
    return source, _validate(model, source)


def _read(path: Path, shown_as: str) -> Source:
    """Read a file as UTF-8 and parse it; what cannot be read leaves a source without data."""
    raw = path.read_bytes()
    if len(raw) > MAX_BYTES:
        source = Source(shown_as, "")
        hint = f"an entry has at most {MAX_BYTES // 1000} kB; move code to a snippet and logs to tests/logs/"
        source.problems.append(source.problem_at("file-too-large", 0, f"the file has {len(raw) // 1000} kB", hint))
        return source
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        source = Source(shown_as, raw.decode("utf-8", "replace"))
        offset = len(raw[: error.start].decode("utf-8", "replace"))
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8"
        source.problems.append(source.problem_at("not-utf-8", offset, message, "save the file as UTF-8"))
        return source
    source = parse(shown_as, text.replace("\r\n", "\n"))
    if source.data is None and not source.problems:
        hint = "write an entry into it, or delete it"
        source.problems.append(source.problem_at("empty-file", 0, "the file is empty", hint))
    elif source.data is not None and not isinstance(source.data, dict):
        source.problems.append(source.problem_at("not-a-mapping", 0, "the file is not a mapping", "start it with `title: ...`"))
        source.data = None
    return source


def _validate(model: type[M], source: Source) -> M | None:
    if source.data is None:
        return None
    try:
        return model.model_validate(source.data)
    except ValidationError as error:
        source.problems.extend(_shape_problem(detail, model, source) for detail in _best_of_unions(error))
        return None


def _best_of_unions(error: ValidationError) -> Iterator[Any]:
    """Yield pydantic's complaints; of a declaration that fits no variant only those about the variant that was meant."""
    variants = {variant.__name__: variant for variant in get_args(Declaration)}
    for detail in error.errors(include_url=False):
        if detail["type"] == "too_short" and detail["input"]:
            continue  # its items are wrong, which is said of each of them
        place = next((i for i, part in enumerate(detail["loc"]) if part in variants), None)
        if place is None:
            yield detail
            continue
        given = _value_at(error, detail["loc"][:place])
        meant = next((v for v in variants.values() if isinstance(given, dict) and next(iter(v.model_fields)) in given), None)
        if meant is None and detail["loc"][place] == "FailsCheck":
            yield {**detail, "type": "declaration", "loc": detail["loc"][:place]}
        elif meant is variants[detail["loc"][place]]:
            yield {**detail, "loc": detail["loc"][:place] + detail["loc"][place + 1 :]}


def _value_at(error: ValidationError, loc: Place) -> Any:
    """Return the input at a place: pydantic hands every complaint its own input only."""
    for detail in error.errors(include_url=False):
        if detail["loc"][: len(loc)] == loc and detail["type"] in ("missing", "model_type"):
            return detail["input"]
    return None


def _shape_problem(detail: Any, model: type[Model], source: Source) -> Problem:
    loc: Place = tuple(part for part in detail["loc"] if not (isinstance(part, str) and part.endswith("(again)")))
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "missing":
        parent = loc[:-1]
        return source.problem("missing-key", loc, f'"{loc[-1]}" is missing', "add it", key=bool(parent))
    if kind == "extra_forbidden":
        hint = did_you_mean(str(loc[-1]), _keys_at(model, loc[:-1])) or "remove it"
        return source.problem("unknown-key", loc, f'"{loc[-1]}" is not a key here', hint, key=True)
    if kind == "declaration":
        hint = "write one of {fails: check}, {raises: TYPE, match: REGEX}, {prints: REGEX}, {hangs: SECONDS}, {dies: SIGNAL}"
        return source.problem("wrong-value", loc, "this declares no way to fail", hint)
    if kind == "literal_error":
        given = detail["input"]
        expected = re.findall(r"'([^']*)'", context["expected"])
        if isinstance(given, str):
            return source.problem("wrong-value", loc, f'"{given}" is not allowed here', did_you_mean(given, expected))
        return source.problem("wrong-type", loc, "a text was expected", f"choose from: {', '.join(expected)}")
    if kind.endswith(("_type", "_parsing")):
        return source.problem("wrong-type", loc, f"{_named(detail['input'])} stands here", _EXPECTED.get(kind, detail["msg"].lower()))
    if kind == "bad_pattern":
        return source.problem("bad-pattern", loc, context["what"], context["instead"])
    if kind == "value_error":
        return source.problem("wrong-value", loc, str(context["error"]).split("; ")[0], "; ".join(str(context["error"]).split("; ")[1:]))
    return source.problem("wrong-value", loc, _plain_message(detail), _HINTS.get(kind, ""))


_EXPECTED = {
    "string_type": "write a text; put quotes around it if it looks like a number or a yes",
    "int_type": "write a whole number",
    "tuple_type": "write a list: one `- item` a line",
    "model_type": "write keys with values, indented below this key",
    "dict_type": "write keys with values, indented below this key",
}
_HINTS = {"string_too_long": "say it shorter", "string_too_short": "write a text", "too_short": "add at least one item"}


def _plain_message(detail: Any) -> str:
    if detail["type"] == "string_pattern_mismatch":
        return f"{detail['input']!r} does not have the form {detail['ctx']['pattern']}".replace("\n", " ")
    return str(detail["msg"]).replace("String should", "the text should").replace("Input should", "the value should")


def _named(value: Any) -> str:
    names: list[tuple[type, str]] = [(bool, "true or false"), (str, "a text"), (int, "a number"), (float, "a number"), (list, "a list")]
    for kind, name in names:
        if isinstance(value, kind):
            return name
    return "a mapping" if isinstance(value, dict) else "nothing"


def _keys_at(model: type[Model], loc: Place) -> list[str]:
    """Return the keys that a place of a model knows, for the did-you-mean of an unknown one."""
    models: list[type[Model]] = [model]
    for part in loc:
        if isinstance(part, str):
            found = [inner for m in models if part in m.model_fields for inner in models_in(m.model_fields[part].annotation)]
            models = found or models
    return sorted({key for m in models for key in m.model_fields})


def _text_problems(entry: Entry, source: Source) -> Iterator[Problem]:
    """Check every text of an entry by its kind."""
    for loc, text, kind in walk_texts(entry):
        for code, token, message, hint in _findings(loc, text, kind, source.style(loc)):
            yield source.problem(code, loc, message, hint, words=token)


def _findings(loc: Place, text: str, kind: type, style: str | None) -> Iterator[tuple[str, str, str, str]]:
    control = prose.CONTROL.search(text)
    if control:
        hint = "remove it, or write its name in words"
        yield "control-character", control[0], f"the invisible character U+{ord(control[0]):04X}", hint
    if kind is Pattern:
        return
    if kind is Markdown:
        for finding in prose.findings(text):
            yield finding.code, finding.token, finding.message, finding.hint
        if "```" in text and style != "|":
            yield "code-not-literal", "```", "a code fence outside a | block", "start the value with | and put the text on the lines below"
    yield from _placeholder(loc, text)
    if loc[-1] == "url" and not text.startswith("https://"):
        yield "insecure-link", "", f"{text} is not an https link", "references start with https://"


def _placeholder(loc: Place, text: str) -> Iterator[tuple[str, str, str, str]]:
    """Find a word that stands for a text to be written; a code span may mention one."""
    found = PLACEHOLDER.search(re.sub(r"`[^`]*`", "", text))
    if found and not _CLOSED_LISTS & set(loc):
        yield "placeholder", found[0], f'"{found[0]}" is a placeholder', f"write here: {_first_lower(meaning_of(loc)) or 'the text'}"


def _first_lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _unwritten(source: Source, data: Any, loc: Place = ()) -> Iterator[Problem]:
    """Yield the placeholders of a file that is no valid entry yet: what is still to be written is said all at once."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _unwritten(source, value, (*loc, key))
    elif isinstance(data, str):
        for code, token, message, hint in _placeholder(loc, data):
            yield source.problem(code, loc, message, hint, words=token)


def _duplicate_ids(entry: Entry, source: Source) -> Iterator[Problem]:
    """Refuse the same id, alias, tag or related slug twice in a list."""
    lists: list[tuple[str, tuple[Any, ...], Callable[[Any], str], tuple[str, ...]]] = [
        ("root_causes", entry.root_causes, lambda cause: str(cause.id), ("id",)),
        ("fixes", entry.fixes, lambda fix: str(fix.id), ("id",)),
        *((name, getattr(entry, name), str, ()) for name in ("aliases", "stages", "tags", "related", "reported_as")),
    ]
    for name, items, key, tail in lists:
        seen: set[str] = set()
        for i, item in enumerate(items):
            if key(item) in seen:
                yield source.problem("duplicate-id", (name, i, *tail), f'"{key(item)}" stands twice in this list', "keep one of the two")
            seen.add(key(item))
