"""One truth: every proof shows the same warm and cold, in any order, at any number of jobs, alone or with all others, three times.

Slow, so `make matrix` runs it and `make test` does not. It prints the matrix: an entry a line, a way of running a column.
MATRIX_SLUGS names entries; MATRIX_PART=2/6 takes one of six parts that take equally long.
"""

import os
import random
import time
from collections.abc import Callable, Sequence
from itertools import groupby

import click
import pytest

from generator import ledger
from generator.project import Project, read
from generator.proving import contain, prover, selection
from generator.proving.prover import Result, Run
from tests.conftest import REPOSITORY

BOOK = read(Project(REPOSITORY)).encyclopedia
PART, PARTS = (int(number) for number in os.environ.get("MATRIX_PART", "1/1").split("/"))
CHOSEN = os.environ.get("MATRIX_SLUGS", "").split() or sorted(selection.shard(list(BOOK.entries), BOOK.ledgers, PART, PARTS))
RUNS = {slug: prover.plan(slug, BOOK.entries[slug], BOOK.snippets.get(slug, {})) for slug in CHOSEN}
LEVEL = contain.probe()


def all_runs() -> list[Run]:
    return [run for runs in RUNS.values() for run in runs]


def shuffled() -> list[Result]:
    runs = all_runs()
    random.Random(7).shuffle(runs)  # noqa: S311 - an order, no secret
    return list(prover.execute(runs, LEVEL))


def alone() -> list[Result]:
    return [result for runs in RUNS.values() for result in prover.execute(runs, LEVEL)]


def cold() -> list[Result]:
    """One seed: a fresh interpreter for each process of all three would take an hour."""
    runs = [run for run in all_runs() if run.seed in (0, None)]
    return list(prover.execute(runs, LEVEL, cold=True))


WAYS: dict[str, Callable[[], Sequence[Result]]] = {
    "warm": lambda: list(prover.execute(all_runs(), LEVEL)),
    "again": lambda: list(prover.execute(all_runs(), LEVEL)),
    "one job, backwards": lambda: list(prover.execute(all_runs()[::-1], LEVEL, jobs=1)),
    "four jobs, shuffled": shuffled,
    "each entry alone": alone,
    "cold": cold,
}


def compared(slug: str, results: Sequence[Result]) -> str:
    """Return `same`, or the first thing that differs from the committed ledger."""
    order = {(run.name, run.side, run.seed): n for n, run in enumerate(RUNS[slug])}
    own = sorted(
        (result for result in results if result.run.slug == slug),
        key=lambda result: order[result.run.name, result.run.side, result.run.seed],
    )
    seen = prover.ledger_of(slug, BOOK.entries[slug], own, BOOK)
    old = BOOK.ledgers[slug]
    if any(len(list(group)) == 1 for _, group in groupby(own, key=lambda result: (result.run.name, result.run.side))):
        seen, old = _first_seed(seen), _first_seed(old)
    found = ledger.differences(old, seen)
    return ": ".join(found[0]) if found else "same"


def _first_seed(book: ledger.Ledger) -> ledger.Ledger:
    proofs = [
        record.model_copy(update={"sides": {n: side.model_copy(update={"seeds": {}}) for n, side in record.sides.items()}})
        for record in book.proofs
    ]
    return book.model_copy(update={"proofs": tuple(proofs)})


def test_every_way_shows_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    table: dict[str, dict[str, str]] = {}
    pace: dict[str, str] = {}
    for way, run in WAYS.items():
        started = time.perf_counter()
        results = run()
        pace[way] = f"{(time.perf_counter() - started) / len(results):.2f} s a run"
        table[way] = {slug: compared(slug, results) for slug in CHOSEN}
    with capsys.disabled():
        click.echo(f"\n{'':<40}" + "".join(f"{way:<22}" for way in WAYS))
        click.echo(f"{'':<40}" + "".join(f"{pace[way]:<22}" for way in WAYS))
        for slug in CHOSEN:
            click.echo(f"{slug:<40}" + "".join(f"{'same' if table[way][slug] == 'same' else 'DIFFERS':<22}" for way in WAYS))
    differing = [f"{slug}, {way}: {what}" for way, column in table.items() for slug, what in column.items() if what != "same"]
    assert not differing, "\n".join(differing)
