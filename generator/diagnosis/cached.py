"""The index of a project on disk, worked out anew only when an entry or this package changed: a paste must not wait for YAML."""

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.diagnosis import index
from generator.diagnosis import language as languages
from generator.encyclopedia import Encyclopedia
from generator.loading import TAXONOMY, load_entry, load_language, load_taxonomy
from generator.project import Project
from generator.taxonomy import Taxonomy

CACHE = "diagnosis-cache.json"


def load(project: Project) -> Mapping[str, Any]:
    """Return the index of a project's valid entries."""
    path = project.root / "build" / CACHE
    key = _key(project)
    with contextlib.suppress(OSError, ValueError):
        cached = json.loads(path.read_bytes())
        if isinstance(cached, dict) and cached.get("key") == key:
            found: Mapping[str, Any] = cached["index"]
            return found
    fresh = index.build(_entries(project))
    with contextlib.suppress(OSError):  # a project that cannot be written to is read again next time
        _replace(path, json.dumps({"key": key, "index": fresh}))
    return fresh


def _entries(project: Project) -> Encyclopedia:
    """Read what the index is made of: no snippets, no ledgers."""
    paths = [path for path in sorted(project.entries.glob("*.yaml")) if not path.name.startswith("_")]
    loaded = [load_entry(path, project.show(path)) for path in paths]
    _, taxonomy = load_taxonomy(project.entries / TAXONOMY, TAXONOMY)
    _, language = load_language(project.entries / languages.FILE, languages.FILE)
    empty = Taxonomy.model_construct(categories={}, kinds={}, stacks={}, signs={}, tags={})
    entries = {item.slug: item.entry for item in loaded if item.entry is not None}
    return Encyclopedia(entries, taxonomy or empty, {}, {}, language=language)


def _key(project: Project) -> str:
    files = [*sorted(project.entries.glob("*.yaml")), *sorted(Path(__file__).parent.glob("*.py"))]
    facts = [(path.name, stat.st_size, stat.st_mtime_ns) for path in files for stat in [path.stat()]]
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def _replace(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, path)
