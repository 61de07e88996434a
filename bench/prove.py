"""How long the same proofs take three ways, in one run: our workers, a fresh interpreter per process, one process for all.

Run by hand: python bench/prove.py [SLUG ...]. One seed a side; sides that hang, die or start ranks are left out, since one
process for all would not survive them.
"""

import contextlib
import io
import os
import sys
import tempfile
import time
import types
from pathlib import Path

from generator.entry import Dies, Hangs
from generator.project import Project, read
from generator.proving import contain, prover
from generator.proving.stages import all_statements, stages_of

REPOSITORY = Path(__file__).parents[1]


def chosen(slugs: list[str]) -> list[prover.Run]:
    """Return the runs to measure: one seed, nothing that ends its process."""
    book = read(Project(REPOSITORY)).encyclopedia
    runs = [run for slug in slugs or list(book.entries) for run in prover.plan(slug, book.entries[slug], book.snippets.get(slug, {}))]
    fit = [run for run in runs if run.proof and run.seed in (0, None) and not run.proof.needs]
    return [run for run in fit if run.proof and not isinstance(run.proof.broken, Hangs | Dies)]


def in_one_process(runs: list[prover.Run]) -> tuple[float, float]:
    """Run every side in this process, without isolation; return the seconds of the imports and of the sides."""
    started = time.perf_counter()
    for statement in all_statements(stages_of(run.snippet for run in runs)):
        with contextlib.suppress(Exception):
            exec(statement, {})  # noqa: S102 - import statements of our own snippets
    imported = time.perf_counter()
    for run in runs:
        _run_here(run)
    return imported - started, time.perf_counter() - imported


def _run_here(run: prover.Run) -> None:
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        os.chdir(folder)
        try:
            module = types.ModuleType("__main__")
            exec(compile(run.snippet.text, run.name, "exec"), module.__dict__)  # noqa: S102 - our own snippets
            value = module.__dict__[run.side]()
            if "check" in module.__dict__:
                module.__dict__["check"](value)
        except (Exception, SystemExit):  # noqa: BLE001, S110 - a broken side is supposed to raise
            pass
        finally:
            os.chdir(here)


def timed(runs: list[prover.Run], level: str, *, cold: bool) -> tuple[float, float]:
    """Return the wall time of a run, and the seconds that the sides themselves took."""
    started = time.perf_counter()
    results = list(prover.execute(runs, level, cold=cold))
    return time.perf_counter() - started, sum(result.outcome.seconds for result in results)


def main() -> None:
    """Print the table."""
    runs, level, cores = chosen(sys.argv[1:]), contain.probe(), os.cpu_count() or 1
    print(f"{len(runs)} sides, {cores} cores; {contain.describe(level)}")
    ours, sides = timed(runs, level, cold=False)
    open_, _ = timed(runs, "off", cold=False)
    imports, pure = in_one_process(runs)
    cold, _ = timed(runs, level, cold=True)
    bound = imports + pure / cores
    for name, seconds in (
        ("ours, contained", ours),
        ("ours, sandbox off", open_),
        ("fresh interpreters", cold),
        ("one process, no isolation", imports + pure),
        ("  of that: imports", imports),
        ("  of that: set-up, sides and checks", pure),
        ("bound: imports + pure / cores", bound),
    ):
        print(f"{name:<36} {seconds:>8.1f} s {seconds / ours:>7.2f} of ours")
    print(f"fresh / ours {cold / ours:.1f}; ours / bound {ours / bound:.2f}; sides as seen from outside {sides:.1f} s")


if __name__ == "__main__":
    main()
