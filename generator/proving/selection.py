"""Which proofs a run needs: those that do not hold, those that a change touches, those of one shard. Pure but for asking git."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from generator.encyclopedia import Encyclopedia
from generator.ledger import Ledger
from generator.proving.judge import CLEAN
from generator.proving.prover import Run
from generator.proving.stages import stages_of

EVERYTHING = ("generator/", "constraints.txt", "pyproject.toml", "entries/_taxonomy.yaml")
"""A change of these may change every proof."""


def needed(runs: Iterable[Run], encyclopedia: Encyclopedia) -> list[Run]:
    """Keep the runs of proofs that have no ledger, a stale one, or one that does not show what it should."""
    return [run for run in runs if not _holds(run, encyclopedia)]


def in_good_order(runs: Sequence[Run], ledgers: Mapping[str, Ledger]) -> list[Run]:
    """Order entries so that no core waits: those that need few libraries while the others are imported, long ones first.

    The runs of an entry stay together, so that its ledger is written as soon as they ended.
    """
    stages = stages_of(run.snippet for run in runs)
    last: dict[str, int] = {}
    for run in runs:
        last[run.slug] = max(last.get(run.slug, 0), stages.of(run.snippet))
    return sorted(runs, key=lambda run: (last[run.slug], -_longest(ledgers.get(run.slug)), run.slug))


def _longest(ledger: Ledger | None) -> float:
    return max((side.seconds for record in ledger.proofs for side in record.sides.values()), default=0.0) if ledger else 0.0


def _holds(run: Run, encyclopedia: Encyclopedia) -> bool:
    if run.proof is not None:
        return encyclopedia.is_proved(run.slug, run.proof)
    ledger = encyclopedia.ledgers.get(run.slug)
    fences = ledger.fences if ledger else ()
    return any((f.place, f.code, f.verdict) == (run.name, run.snippet.text, CLEAN) for f in fences)


def changed_slugs(root: Path, revision: str, slugs: Sequence[str]) -> list[str]:
    """Return the entries that differ from a git revision, uncommitted and untracked files included.

    Raises:
        ValueError: git does not know the revision, or this is not a checkout.
    """
    names = _git(root, "diff", "--name-only", "--relative", "--end-of-options", revision, "--") + _git(
        root, "ls-files", "--others", "--exclude-standard"
    )
    if any(name.startswith(EVERYTHING) for name in names):
        return list(slugs)
    touched = {
        Path(name).stem if name.startswith("entries/") else name.split("/")[1]
        for name in names
        if name.startswith(("entries/", "snippets/"))
    }
    return [slug for slug in slugs if slug in touched]


def _git(root: Path, *arguments: str) -> list[str]:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)  # noqa: S607 - the user's git
    if done.returncode:
        raise ValueError(done.stderr.strip().split("\n")[0])
    return done.stdout.splitlines()


def shard(slugs: Sequence[str], ledgers: Mapping[str, Ledger], part: int, parts: int) -> list[str]:
    """Return the entries of one of several parts that take about as long as each other, by the durations in the ledgers."""
    loads, shards = [0.0] * parts, [list[str]() for _ in range(parts)]
    for slug in sorted(slugs, key=lambda slug: (-_seconds(ledgers.get(slug)), slug)):
        lightest = loads.index(min(loads))
        loads[lightest] += _seconds(ledgers.get(slug))
        shards[lightest].append(slug)
    return shards[part - 1]


def _seconds(ledger: Ledger | None) -> float:
    """Return what an entry's sides took, start-up included; one that was never run counts as ten sides."""
    if ledger is None:
        return 10.0
    sides = [side for record in ledger.proofs for side in record.sides.values()]
    return sum((side.seconds + 0.2) * max(1, len(side.seeds)) for side in sides)
