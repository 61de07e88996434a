"""From `{path: text}` to files: only those that changed are written, those that are no longer rendered are removed.

MkDocs' live reload watches the folder, so a file rewritten with the same content would reload pages for ever
(https://github.com/mkdocs/mkdocs/issues/2284).
"""

import os
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

WORDS = ("categories", "signs", "tags")
"""Folders of pages about words; one that only a kept entry uses has no other reason to be there, and that entry's page links to it."""


@dataclass(frozen=True)
class Published:
    """The paths that one publication wrote and removed."""

    written: tuple[str, ...]
    removed: tuple[str, ...]


def publish(files: Mapping[str, str | bytes], folder: Path, keep: Collection[str] = ()) -> Published:
    """Make a folder hold exactly these files, each replaced as a whole, and what is there under the names to keep."""
    folder.mkdir(parents=True, exist_ok=True)
    written = [path for path, content in files.items() if write_changed(folder / path, content)]
    removed = []
    for path in sorted(folder.rglob("*"), reverse=True):
        name = path.relative_to(folder).as_posix()
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        elif name not in files and not _belongs_to(name, keep):
            path.unlink()
            removed.append(name)
    return Published(tuple(written), tuple(removed))


def _belongs_to(path: str, slugs: Collection[str]) -> bool:
    """Tell whether a file is about one of these entries, `entries/<slug>.md`, `practice/<slug>.md`, …, or about a word they may use."""
    top, *below = path.split("/")
    return bool(slugs) and (top in WORDS or any(part.split(".")[0] in slugs for part in below[:2]))


def write_changed(path: Path, content: str | bytes) -> bool:
    """Write a file as a whole, if its content is another; tell whether it was."""
    raw = content.encode("utf-8", "replace") if isinstance(content, str) else content
    try:
        if path.read_bytes() == raw:
            return False
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    with os.fdopen(handle, "wb") as file:
        file.write(raw)
    os.chmod(temporary, 0o644)
    os.replace(temporary, path)
    return True
