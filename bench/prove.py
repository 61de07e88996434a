"""How long the same proofs take three ways, in one run: our workers, a fresh interpreter per process, one process an entry.

Run by hand: python bench/prove.py [--no-cold] [SLUG ...]. One seed a side; sides that hang, die, start ranks or change their process
are left out, since a process that runs them all would not survive them.
"""

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from generator.entry import Dies, Hangs
from generator.project import Project, read
from generator.proving import contain, prover, worker
from generator.proving.selection import in_good_order
from generator.proving.stages import all_statements, stages_of

REPOSITORY = Path(__file__).parents[1]


_CHANGES_ITS_PROCESS = re.compile("setrlimit|sched_setaffinity|os.cpu_count =")


def chosen(slugs: list[str]) -> list[prover.Run]:
    """Return the runs to measure: one seed, nothing that ends its process."""
    book = read(Project(REPOSITORY)).encyclopedia
    runs = [run for slug in slugs or list(book.entries) for run in prover.plan(slug, book.entries[slug], book.snippets.get(slug, {}))]
    fit = [
        run
        for run in runs
        if run.proof and run.seed in (0, None) and not run.proof.needs and not _CHANGES_ITS_PROCESS.search(run.snippet.text)
    ]
    return in_good_order([run for run in fit if run.proof and not isinstance(run.proof.broken, Hangs | Dies)], book.ledgers)


def in_one_process(runs: list[prover.Run]) -> tuple[float, float]:
    """Run every side without isolation; return the seconds of the imports and of the sides.

    Each entry has a fork of its own: in one process for all, what a side leaves behind (deterministic algorithms, hooks, threads) makes
    those after it up to ten times slower.
    """
    started = time.perf_counter()
    for statement in all_statements(stages_of(run.snippet for run in runs)):
        with contextlib.suppress(Exception):
            exec(statement, {})  # noqa: S102 - import statements of our own snippets
    imports = time.perf_counter() - started
    return imports, sum(_run_in_fork(list(group)) for _, group in groupby(runs, key=lambda run: run.slug))


def _run_in_fork(runs: list[prover.Run]) -> float:
    """Run sides one after the other in a fork of this process; return their seconds, without those of the fork."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        started = time.perf_counter()
        for run in runs:
            _run_here(run)
        os.write(writing, str(time.perf_counter() - started).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        return float(pipe.read())


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


PHASES = {
    "making rooms": (worker.Room, "__init__"),
    "forking workers (the first waits for the imports)": (worker._Warm, "__init__"),
    "workers: set-up, side or check, leaving": (worker, "_watch"),
    "clearing rooms": (worker.Room, "clear"),
    "closing rooms": (worker.Room, "close"),
    "scratch folders: made": (worker.Scratch, "__init__"),
    "scratch folders: removed": (worker.Scratch, "__exit__"),
}


@contextlib.contextmanager
def clocks() -> Iterator[dict[str, list[float]]]:
    """Note how long each call of the prover's phases takes; two jobs at a time, so that the sums exceed the wall time."""
    seen: dict[str, list[float]] = {name: [] for name in PHASES}
    before = {name: getattr(owner, method) for name, (owner, method) in PHASES.items()}
    for name, (owner, method) in PHASES.items():
        setattr(owner, method, _clocked(before[name], seen[name]))
    try:
        yield seen
    finally:
        for name, (owner, method) in PHASES.items():
            setattr(owner, method, before[name])


def _clocked(function: Callable[..., Any], seen: list[float]) -> Callable[..., Any]:
    def clocked(*arguments: Any, **options: Any) -> Any:
        started = time.perf_counter()
        try:
            return function(*arguments, **options)
        finally:
            seen.append(time.perf_counter() - started)

    return clocked


def in_a_process_of_its_own(slugs: list[str]) -> tuple[float, float]:
    """Run `in_one_process` in a new interpreter: what it leaves behind must not slow the others, nor they it."""
    command = [sys.executable, __file__, "--one-process", *slugs]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=900)
    imports, pure = done.stdout.split()[-2:]
    return float(imports), float(pure)


def timed(runs: list[prover.Run], level: str, *, cold: bool) -> tuple[float, float]:
    """Return the wall time of a run, and the seconds that the sides themselves took."""
    started = time.perf_counter()
    results = list(prover.execute(runs, level, cold=cold))
    return time.perf_counter() - started, sum(result.outcome.seconds for result in results)


def main() -> None:
    """Print the table."""
    slugs = [word for word in sys.argv[1:] if not word.startswith("--")]
    runs, level, cores = chosen(slugs), contain.probe(), os.cpu_count() or 1
    if "--one-process" in sys.argv:
        print(*in_one_process(runs))
        return
    print(f"{len(runs)} sides, {cores} cores; {contain.describe(level)}", flush=True)
    with clocks() as seen:
        ours, sides = timed(runs, level, cold=False)
    rows = [("ours, contained", ours), ("ours, sandbox off", timed(runs, "off", cold=False)[0])]
    imports, pure = in_a_process_of_its_own(slugs)
    bound = imports + pure / cores
    rows += [
        ("one process an entry, no isolation", imports + pure),
        ("  of that: imports", imports),
        ("  of that: set-up, sides, checks", pure),
    ]
    rows += [("bound: imports + pure / cores", bound)]
    if "--no-cold" not in sys.argv:
        rows += [("fresh interpreters", timed(runs, level, cold=True)[0])]
    for name, seconds in rows:
        print(f"{name:<36} {seconds:>8.1f} s {seconds / ours:>7.2f} of ours")
    if rows[-1][0] == "fresh interpreters":
        print(f"fresh / ours {rows[-1][1] / ours:.1f}")
    print(f"ours / bound {ours / bound:.2f}; sides as seen from outside {sides:.1f} s")
    print("where the time of ours goes, summed over the jobs:")
    for name, times in seen.items():
        print(f"  {name:<50} {len(times):>5} times {sum(times):>7.1f} s, median {sorted(times)[len(times) // 2] * 1000:>6.1f} ms")


if __name__ == "__main__":
    main()
