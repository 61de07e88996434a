"""Moves, withdraws and supersedes entries: what was once published keeps answering under every name that it had."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.formatting import canonical
from generator.project import Project, Reading
from generator.rules import can_be_formatted
from generator.schema import schema_text
from generator.source import Source, parse


@dataclass
class Plan:
    """What is to be written and moved; it is made as a whole before anything is touched."""

    texts: dict[Path, str] = field(default_factory=dict)
    moves: list[tuple[Path, Path]] = field(default_factory=list)

    def carry_out(self) -> None:
        """Write and move."""
        for path, text in self.texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for old, new in self.moves:
            new.parent.mkdir(parents=True, exist_ok=True)
            os.replace(old, new)


def rename(project: Project, reading: Reading, old: str, new: str) -> Plan:
    """Plan to move an entry with its snippets, ledger and logs; the old name becomes an alias, and references follow."""
    plan = Plan()
    for item in reading.loaded:
        if not can_be_formatted(item.source):
            continue  # the check reports it; a reference in it is reported once it can be read
        changes: dict[str, Any] = {}
        source = _with_references(item.source, old, new)
        if item.slug == old:
            changes["aliases"] = [old, *(alias for alias in _list(source, "aliases") if alias != new)]
        if changes or source is not item.source:
            plan.texts[project.entry(item.slug)] = _written(project, source, changes)
    ledger = project.ledger(old)
    if ledger.exists():
        data = json.loads(ledger.read_text(encoding="utf-8"))
        if isinstance(data, dict) and data.get("slug") == old:
            plan.texts[ledger] = json.dumps({**data, "slug": new}, indent=1, ensure_ascii=False) + "\n"
    plan.moves.append((project.entry(old), project.entry(new)))
    for folder in (project.snippets, project.logs):
        if (folder / old).is_dir():
            plan.moves.append((folder / old, folder / new))
    plan.texts |= lists(project, reading, [slug for slug in reading.slugs() if slug != old] + [new], published=[new])
    return plan


def restate(project: Project, reading: Reading, slug: str, changes: dict[str, Any]) -> Plan:
    """Plan to give top-level keys of an entry other values."""
    item = next(item for item in reading.loaded if item.slug == slug)
    return Plan({project.entry(slug): _written(project, item.source, changes)})


def lists(project: Project, reading: Reading, slugs: list[str], published: list[str]) -> dict[Path, str]:
    """Return the texts of what is kept about all entries: the schema for editors, and the list of published slugs."""
    texts = {}
    if project.schema.exists() and reading.encyclopedia.taxonomy.tags:
        texts[project.schema] = schema_text(reading.encyclopedia.taxonomy, slugs)
    if project.published.exists() and published:
        old = project.published.read_text(encoding="utf-8").split()
        texts[project.published] = "\n".join(sorted({*old, *published})) + "\n"
    return texts


def _list(source: Source, key: str) -> list[str]:
    value = source.data.get(key)
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _with_references(source: Source, old: str, new: str) -> Source:
    """Let every reference to an entry name it by its new slug."""
    places = [loc for loc in _references(source) if source.values[loc].end > source.values[loc].start]
    text = source.text
    for span in sorted((source.values[loc] for loc in places if _at(source.data, loc) == old), key=lambda span: -span.start):
        text = text[: span.start] + new + text[span.end :]
    return parse(source.path, text) if text != source.text else source


def _references(source: Source) -> Iterator[tuple[str | int, ...]]:
    for loc in source.values:
        if loc == ("superseded_by",) or loc[:1] == ("related",) or (loc[:1] == ("not_this_if",) and loc[-1] == "rather"):
            yield loc


def _at(data: Any, loc: tuple[str | int, ...]) -> Any:
    for part in loc:
        data = data[part]
    return data


def _written(project: Project, source: Source, changes: dict[str, Any]) -> str:
    return canonical(source, modeline=project.schema.exists(), changes=changes)
