"""The ledger: what the last proof run of an entry saw, and the key that tells whether that still holds.

`snippets/<slug>/proof.json`, committed. It is written by the prover and read by the pages; neither needs the other.
"""

import hashlib
import importlib.metadata
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from generator.entry import Proof
from generator.proving.normalise import close, same_but_rounding
from generator.snippet import Snippet

SCHEMA = 1
FILE = "proof.json"


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Failure(_Record):
    """The exception that a side raised."""

    type: str
    message: str
    line: int | None
    """The line of the snippet that it came through last."""


class Side(_Record):
    """What one side showed with the seed that stands in the file, and its verdict under each seed."""

    verdict: str
    measured: str
    exception: Failure | None = None
    traceback: str = ""
    returned: str | None = None
    series: tuple[float, ...] | None = None
    stdout: str = ""
    stderr: str = ""
    exit_code: int | None = None
    seeds: dict[str, str] = Field(default_factory=dict)
    seconds: float = 0.0


class Key(_Record):
    """What a proof depends on: when any of it changes, the proof is stale."""

    snippet: str
    declaration: dict[str, Any]
    prover: str
    versions: dict[str, str] = Field(default_factory=dict)


class ProofRecord(_Record):
    """One proof: its key and its sides by name."""

    snippet: str
    key: Key
    sides: dict[str, Side]


class FenceRecord(_Record):
    """One Python fence of the entry's prose."""

    place: str
    code: str
    verdict: str
    measured: str
    stdout: str = ""


class Ledger(_Record):
    """All proofs of one entry."""

    schema_version: Annotated[int, Field(alias="schema")] = SCHEMA
    slug: str
    date: str
    python: str
    proofs: tuple[ProofRecord, ...]
    fences: tuple[FenceRecord, ...] = ()

    def record(self, snippet: str) -> ProofRecord | None:
        """Return the proof of a snippet file."""
        return next((record for record in self.proofs if record.snippet == snippet), None)


def read(path: Path) -> Ledger | None:
    """Read a ledger; None if there is none.

    Raises:
        ValueError: the file is not a ledger.
    """
    if not path.is_file():  # a link to a device would never end
        if os.path.lexists(path):
            raise ValueError("it is not a file")
        return None
    raw = path.read_text(encoding="utf-8")
    try:
        return Ledger.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, first['loc'])) or 'the file'}: {first['msg']}") from error


def write(path: Path, ledger: Ledger) -> bool:
    """Write a ledger as a whole or not at all; one that says the same as the file leaves it untouched. Returns whether it wrote."""
    try:
        old = read(path)
    except ValueError:
        old = None
    if old is not None and not differences(old, ledger) and [p.key for p in old.proofs] == [p.key for p in ledger.proofs]:
        return False
    data = ledger.model_dump(by_alias=True, exclude_defaults=False, mode="json")
    text = _SERIES.sub(_on_one_line, json.dumps(_without_empty(data), indent=1, ensure_ascii=False)) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".proof-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return True


_SERIES = re.compile(r'"series": \[\n[^\]]*\]')
"""A list of numbers, which goes on one line; inside of a JSON string there is no such line break."""


def _on_one_line(match: re.Match[str]) -> str:
    return " ".join(match[0].split()).replace("[ ", "[").replace(" ]", "]")


def _without_empty(value: Any) -> Any:
    """Leave out what says nothing, so that a diff of a ledger shows what was seen."""
    if isinstance(value, dict):
        return {k: _without_empty(v) for k, v in value.items() if v not in (None, "", {}) and not (k == "fences" and not v)}
    return [_without_empty(item) for item in value] if isinstance(value, list) else value


def key_of(proof: Proof, snippet: Snippet, versions: Mapping[str, str]) -> Key:
    """Return the key of a proof under the given versions of what its snippet imports."""
    declaration = proof.broken.model_dump() | {"time_limit": proof.time_limit, "needs": list(proof.needs)}
    return Key(snippet=_digest(snippet.text), declaration=declaration, prover=prover_version(), versions=dict(versions))


@lru_cache(maxsize=1)
def prover_version() -> str:
    """Return the digest of the code that decides verdicts: a prover that changed has proved nothing yet."""
    folder = Path(__file__).parent / "proving"
    return _digest("".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def installed_or_pinned(imports: tuple[str, ...], constraints: Path) -> dict[str, str]:
    """Return the versions of imported modules: as installed, else as the constraints file pins them."""
    pinned = _pins(constraints)
    found = {name: _installed(name) or pinned.get(_distribution(name), "") for name in imports}
    return {name: version for name, version in found.items() if version}


def _distribution(module: str) -> str:
    return {"yaml": "pyyaml", "sklearn": "scikit-learn", "PIL": "pillow"}.get(module, module).lower().replace("_", "-")


@lru_cache(maxsize=256)
def _installed(module: str) -> str:
    try:
        return importlib.metadata.version(_distribution(module)).split("+")[0]
    except importlib.metadata.PackageNotFoundError:
        return ""


@lru_cache(maxsize=8)
def _pins(constraints: Path) -> dict[str, str]:
    text = constraints.read_text(encoding="utf-8") if constraints.exists() else ""
    return {m[1].lower().replace("_", "-"): m[2] for m in re.finditer(r"^([A-Za-z0-9_.-]+)==([^\s;#+]+)", text, re.MULTILINE)}


def stale_because(record: ProofRecord, key: Key) -> str:
    """Say what changed since a proof was run, or nothing if it still holds."""
    old = record.key
    if old.snippet != key.snippet:
        return "the snippet changed since it was proved"
    if old.declaration != key.declaration:
        return "its declaration changed since it was proved"
    if old.prover != key.prover:
        return "the prover changed since"
    moved = [f"{name} {old.versions.get(name, 'unknown')} -> {v}" for name, v in key.versions.items() if old.versions.get(name) != v]
    return f"it was proved with other versions: {', '.join(moved)}" if moved else ""


def differences(old: Ledger, new: Ledger) -> list[tuple[str, str]]:
    """Return what a new run saw otherwise, as (snippet, sentence); dates, durations and rounding are no difference."""
    found = []
    for name in dict.fromkeys([record.snippet for record in (*old.proofs, *new.proofs)]):
        a, b = old.record(name), new.record(name)
        if a is None or b is None:
            found.append((name, "it is in the ledger, but the entry has no such proof" if b is None else "the ledger does not have it"))
            continue
        for side in dict.fromkeys([*a.sides, *b.sides]):
            found += [(name, f"{side}: {what}") for what in _side_differences(a.sides.get(side), b.sides.get(side))]
    if [(f.place, f.code, f.verdict, f.stdout) for f in old.fences] != [(f.place, f.code, f.verdict, f.stdout) for f in new.fences]:
        found.append(("", "the Python fences of the prose differ"))
    return found


def _side_differences(old: Side | None, new: Side | None) -> Iterator[str]:
    if old is None or new is None:
        yield "it is in the ledger, but the snippet has no such side" if new is None else "the ledger does not have it"
        return
    if (old.verdict, old.seeds, old.exit_code) != (new.verdict, new.seeds, new.exit_code):
        yield f"the ledger says {old.verdict} {_seeds(old)}, the run showed {new.verdict} {_seeds(new)}"
    if (old.exception is None) != (new.exception is None):
        yield "only one of the two has an exception"
    for name in ("measured", "traceback", "returned", "stdout", "stderr"):
        a, b = str(getattr(old, name) or ""), str(getattr(new, name) or "")
        if not same_but_rounding(a, b):
            yield f"{name}: {_first_difference(a, b)}"
    if old.exception and new.exception and not _same_failure(old.exception, new.exception):
        yield f"exception: the ledger says {old.exception}, the run showed {new.exception}"
    if not _same_series(old.series, new.series):
        yield f"series: the ledger says {old.series}, the run showed {new.series}"


def _seeds(side: Side) -> str:
    return f"(seeds {', '.join(f'{seed}: {verdict}' for seed, verdict in side.seeds.items())})" if side.seeds else ""


def _same_failure(old: Failure, new: Failure) -> bool:
    return (old.type, old.line) == (new.type, new.line) and same_but_rounding(old.message, new.message)


def _same_series(old: tuple[float, ...] | None, new: tuple[float, ...] | None) -> bool:
    if old is None or new is None:
        return old is new
    return len(old) == len(new) and all(close(a, b) for a, b in zip(old, new, strict=True))


def _first_difference(old: str, new: str) -> str:
    for a, b in zip([*old.split("\n"), ""], [*new.split("\n"), ""], strict=False):
        if not same_but_rounding(a, b):
            return f"the ledger says {a[:120]!r}, the run showed {b[:120]!r}"
    return "one of the two is longer"
