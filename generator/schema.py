"""The JSON Schema of entries, as editors use it: what each field means, an example of it, and the words to choose from."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from pydantic import BaseModel

from generator.entry import Entry, Model
from generator.formatting import models_in
from generator.source import parse
from generator.taxonomy import Taxonomy

_GROUPS = {"category": "categories", "kind": "kinds", "stages": "stages", "tags": "tags", "sign": "signs", "stack": "stacks"}
_SLUGS = {"superseded_by", "rather", "related"}


def entry_schema(taxonomy: Taxonomy, slugs: Iterable[str]) -> dict[str, Any]:
    """Return the schema of an entry, in which tags, signs and the like are the taxonomy's and references the slugs that exist."""
    words = {key: _words(taxonomy, group) for key, group in _GROUPS.items()}
    words |= dict.fromkeys(_SLUGS, dict.fromkeys(sorted(slugs), ""))
    schema = Entry.model_json_schema()
    for name, part in [*schema["$defs"].items(), ("Entry", schema)]:
        for key, value in part["properties"].items():
            choice = words.get(key, {}) if (name, key) != ("Reference", "kind") else {}
            part["properties"][key] = _for_editors(value, choice, _example(name, key))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def schema_text(taxonomy: Taxonomy, slugs: Iterable[str]) -> str:
    """Return the schema as it is committed: one word a line, so that two branches that add one each can be merged."""
    return json.dumps(entry_schema(taxonomy, slugs), indent=1, ensure_ascii=False) + "\n"


def _words(taxonomy: Taxonomy, group: str) -> dict[str, str]:
    words: Mapping[str, Any] = getattr(taxonomy, group)
    return {word: meaning if isinstance(meaning, str) else meaning.meaning for word, meaning in words.items()}


def _for_editors(value: dict[str, Any], choice: Mapping[str, str], example: Any) -> dict[str, Any]:
    """Make a property tell what it is: its words to choose from, an example; null and pydantic's titles tell nothing."""
    value = {key: part for key, part in value.items() if key not in ("title", "default")}
    variants = [variant for variant in value.get("anyOf", []) if variant != {"type": "null"}]
    if len(variants) == 1:
        value = {**{key: part for key, part in value.items() if key != "anyOf"}, **variants[0]}
    if choice:
        place = value["items"] if value.get("type") == "array" else value
        place["enum"] = list(choice)
        if any(choice.values()):
            place["enumDescriptions"] = list(choice.values())
        first = next(iter(choice))
        example = [first] if value.get("type") == "array" else first
    if example is not None and "examples" not in value:
        value["examples"] = [example]
    return value


def _example(model: str, key: str) -> Any:
    return _examples().get((model, key))


@lru_cache(maxsize=1)
def _examples() -> dict[tuple[str, str], Any]:
    """Collect an example of each field from the example entry, which is checked and proved like any other."""
    folder = resources.files("generator.contributing") / "starter" / "entries"
    found: dict[tuple[str, str], Any] = {}
    for path in folder.iterdir():
        if not path.name.startswith("_") and path.name.endswith(".yaml"):
            entry = Entry.model_validate(parse(path.name, path.read_text(encoding="utf-8")).data)
            for model, data in _parts(entry):
                for key in data:
                    found.setdefault((model, key), data[key])
    return found


def _parts(model: BaseModel) -> Iterator[tuple[str, dict[str, Any]]]:
    yield type(model).__name__, model.model_dump(mode="json", exclude_unset=True)
    for name in type(model).model_fields:
        value = getattr(model, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Model):
                yield from _parts(item)


def fields() -> Iterator[tuple[str, str]]:
    """Yield every field of an entry and of its parts, as (model, field)."""
    seen: list[type[Model]] = [Entry]
    for model in seen:
        for name, info in model.model_fields.items():
            yield model.__name__, name
            seen += [inner for inner in models_in(info.annotation) if inner not in seen]
