"""When entries appeared and last changed, as git remembers it. A proof that is run again is no change: ledgers do not count."""

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath


@dataclass(frozen=True)
class Dates:
    """RFC 3339 times, with the offset of who committed."""

    first: str
    last: str


def read(root: Path) -> Mapping[str, Dates]:
    """Return the dates of every entry under its slug; none outside a checkout, or in one that does not reach back to its beginning."""
    if _git(root, "rev-parse", "--is-shallow-repository").strip() != "false":
        return {}
    found: dict[str, Dates] = {}
    when = ""
    # The newest commit comes first; a line of this format is a time if it has the mark, and a path otherwise.
    log = ["log", "--format=>%cI", "--name-only", "--no-renames", "--relative", "--diff-filter=d"]
    for line in _git(root, *log, "--", "entries", "snippets").splitlines():
        if line.startswith(">"):
            when = line[1:]
        elif slug := _slug(PurePosixPath(line)):
            found[slug] = Dates(first=when, last=found[slug].last if slug in found else when)
    return found


def _slug(path: PurePosixPath) -> str | None:
    """Return the entry whose text or code a path is."""
    match path.parts:
        case ("entries", _) if path.suffix == ".yaml":
            return path.stem
        case ("snippets", slug, _) if path.suffix == ".py":
            return slug
    return None


def _git(root: Path, *arguments: str) -> str:
    """Return what git says, or nothing where there is no git or no checkout."""
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)  # noqa: S607 - the user's git
    except OSError:
        return ""
    return "" if done.returncode else done.stdout
