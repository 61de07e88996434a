"""Proves entries: every side of every snippet under every seed, as many at a time as there are cores, into ledgers."""

import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from generator import prose
from generator.encyclopedia import Encyclopedia
from generator.entry import Entry, Markdown, Place, Proof, walk_texts
from generator.ledger import Failure, FenceRecord, Ledger, ProofRecord, Side, key_of
from generator.problems import Problem, place_of
from generator.proving.checking import checking
from generator.proving.data import holds_arrays
from generator.proving.judge import CLEAN, REPRODUCED, UNAVAILABLE, Verdict, expected, judge, time_limit
from generator.proving.normalise import normalise
from generator.proving.stages import Stages, stages_of
from generator.proving.worker import LostError, Outcome, Scratch, Workers
from generator.snippet import Snippet, extract
from generator.source import Source

SEEDS = (0, 1, 2)
FENCE_SECONDS = 30
MAX_RETURNED = 300


@dataclass(frozen=True)
class Run:
    """One side of one proof under one seed, or a fence (then there is no proof)."""

    slug: str
    name: str
    """The snippet's file name, or the place of the fence."""
    side: str
    seed: int | None
    snippet: Snippet
    proof: Proof | None
    loc: Place
    """Where the entry speaks of it."""


@dataclass(frozen=True)
class Result:
    """What a run showed."""

    run: Run
    verdict: Verdict
    outcome: Outcome
    scratch: str


def plan(slug: str, entry: Entry, snippets: Mapping[str, Snippet]) -> list[Run]:
    """List all runs of an entry; snippets that are missing or cannot be read are left out, they are reported elsewhere."""
    runs = []
    for loc, _, proof in entry.proofs():
        snippet = snippets.get(proof.snippet)
        if snippet is None or not {"broken", "fixed"} <= snippet.functions.keys():
            continue
        for side in (name for name in snippet.functions if name != "check"):
            seeds = SEEDS if snippet.seed else (None,)
            runs += [Run(slug, proof.snippet, side, seed, snippet, proof, loc) for seed in seeds]
    for loc, text, kind in walk_texts(entry):
        for code in prose.python_fences(text) if kind is Markdown else ():
            runs.append(Run(slug, place_of(loc), "fence", None, _fence_module(code), None, loc))
    return runs


def _fence_module(code: str) -> Snippet:
    """Read a fence; one that Python cannot read runs all the same, and fails with the interpreter's words."""
    try:
        return extract(code)
    except SyntaxError:
        return Snippet(code, "", code, {}, None, (), ())


def execute(
    runs: Sequence[Run], level: str, *, cold: bool = False, jobs: int | None = None, done: Callable[[Run], None] = lambda _: None
) -> Iterator[Result]:
    """Run all runs and yield their results in the same order, each as soon as it and those before it are there.

    Args:
        runs: What to run.
        level: How the processes are contained, as `contain.probe` gives it.
        cold: Whether each process is a new interpreter.
        jobs: How many run at a time; as many as there are cores by default.
        done: Told of every run that ended.
    """
    stages = stages_of(run.snippet for run in runs)

    def one(run: Run) -> Result:
        try:
            result = _run(run, workers, stages)
        except LostError:  # somebody killed the servers; they are started again, once
            result = _run(run, workers, stages)
        done(run)
        return result

    with Workers(stages.statements, level, cold=cold) as workers, ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        try:
            yield from pool.map(one, runs)
        except BaseException:  # interrupted, or the disk is full
            pool.shutdown(wait=False, cancel_futures=True)
            workers.stop()
            raise


def _run(run: Run, workers: Workers, stages: Stages) -> Result:
    loopback = run.proof is not None and "loopback" in run.proof.needs
    if loopback and workers.level == "landlock":
        nothing = Outcome(event={}, called=False, exit_code=None, seconds=0, stdout="", stderr="")
        why = "it needs loopback, and without user namespaces there is none but the world's"
        return Result(run, Verdict(UNAVAILABLE, why), nothing, "")
    stage = stages.of(run.snippet)
    with Scratch(workers.level, loopback=loopback) as scratch, workers.room(scratch) or nullcontext() as room:
        if run.proof is None:
            job = scratch.job("fence.py", run.snippet.text, None, None)
            outcome = workers.run(job, FENCE_SECONDS, stage, room)
            return Result(run, _judge_fence(outcome), outcome, job["scratch"])
        limit = time_limit(run.proof.broken, run.proof.time_limit)
        job = scratch.job(run.name, run.snippet.with_seed(run.seed), run.side, None, run.proof.time_limit)
        outcome = workers.run(job, limit, stage, room)
        check = None
        if "check" in run.snippet.functions and outcome.event.get("event") == "returned" and not outcome.stopped:
            judging, value = checking(run.snippet.text), outcome.event["value"]
            job_of_check = scratch.job(run.name, judging.with_seed(run.seed), "check", value)
            check = workers.run(job_of_check, run.proof.time_limit, stage if holds_arrays(value) else stages.of(judging), room)
        return Result(run, judge(run.proof.broken, outcome, check), outcome, job["scratch"])


def _judge_fence(outcome: Outcome) -> Verdict:
    if outcome.event.get("event") == "returned" and outcome.exit_code == 0:
        return Verdict(CLEAN, "ran to its end")
    if outcome.event.get("missing"):
        return Verdict(UNAVAILABLE, f'the module "{outcome.event["missing"]}" is not installed')
    what = f"{outcome.event['type']}: {outcome.event['message']}" if outcome.event.get("event") == "raised" else "it did not run to its end"
    return Verdict("other-error", what)


def ledger_of(slug: str, entry: Entry, results: Sequence[Result], encyclopedia: Encyclopedia) -> Ledger:
    """Write down what the runs of one entry showed; proofs that were not run keep their record."""
    proofs = []
    old = encyclopedia.ledgers.get(slug)
    for _, _, proof in entry.proofs():
        own = [result for result in results if result.run.proof is not None and result.run.name == proof.snippet]
        if own:
            snippet = own[0].run.snippet
            versions = {name: encyclopedia.versions[name] for name in snippet.imports if name in encyclopedia.versions}
            sides = {side: _side(list(group)) for side, group in groupby(own, key=lambda result: result.run.side)}
            proofs.append(ProofRecord(snippet=proof.snippet, key=key_of(proof, snippet, versions), sides=sides))
        elif old is not None and (record := old.record(proof.snippet)) is not None:
            proofs.append(record)
    ran = {(result.run.name, result.run.snippet.text): _fence(result) for result in results if result.run.proof is None}
    kept = {(fence.place, fence.code): fence for fence in (old.fences if old else ())}
    wanted = [(run.name, run.snippet.text) for run in plan(slug, entry, {})]
    fences = [ran.get(key) or kept[key] for key in wanted if key in ran or key in kept]
    today = datetime.now(UTC).date().isoformat()
    return Ledger(slug=slug, date=today, python=platform.python_version(), proofs=tuple(proofs), fences=tuple(fences))


def _side(results: Sequence[Result]) -> Side:
    """Make the record of one side: all of the first seed's output, the verdicts of the others."""
    first = results[0]
    event, outcome = first.outcome.event, first.outcome
    raised = event if event.get("event") == "raised" else None

    def words(text: str) -> str:
        return normalise(text, first.scratch)

    return Side(
        verdict=first.verdict.word,
        measured=words(first.verdict.measured),
        exception=Failure(type=words(raised["type"]), message=words(raised["message"]), line=raised["line"]) if raised else None,
        traceback=words(raised["traceback"]) if raised else "",
        returned=_cut(words(event["shown"])) if event.get("shown") not in (None, "None") else None,
        series=tuple(event["series"]) if event.get("series") else None,
        stdout=outcome.stdout,
        stderr=outcome.stderr,
        exit_code=None if raised else outcome.exit_code or None,
        seeds={str(result.run.seed): result.verdict.word for result in results if result.run.seed is not None},
        seconds=round(sum(result.outcome.seconds for result in results) / len(results), 3),
    )


def _cut(text: str) -> str:
    return text if len(text) <= MAX_RETURNED else text[: MAX_RETURNED - 3] + "..."


def _fence(result: Result) -> FenceRecord:
    measured = normalise(result.verdict.measured, result.scratch)
    return FenceRecord(
        place=result.run.name, code=result.run.snippet.text, verdict=result.verdict.word, measured=measured, stdout=result.outcome.stdout
    )


def problems_of(results: Iterable[Result], source: Source, snippet_folder: str) -> list[Problem]:
    """Say of every run of one entry that did not show what its role asks for: side, verdict, declaration, measurement, rerun."""
    problems = []
    for result in results:
        run, verdict = result.run, result.verdict
        again = f"run it again: failpedia prove {run.slug}"
        if run.proof is None:
            if verdict.word != CLEAN:
                message = f"the Python fence is {verdict.word}: {verdict.measured}"
                problems.append(source.problem("fence-failed", run.loc, message, again, words="```python"))
            continue
        if verdict.word == expected(run.side):
            continue
        path, line = f"{snippet_folder}/{run.name}", run.snippet.functions[run.side].line
        if verdict.word == UNAVAILABLE:
            hint = 'install what the proofs need: pip install -c constraints.txt -e ".[prove]"'
            problems.append(Problem(path, line, 1, run.side, normalise(verdict.measured, result.scratch), hint, "proof-unavailable"))
            continue
        raised = result.outcome.event.get("line")
        measured = normalise(verdict.measured, result.scratch)
        declared = run.proof.broken.model_dump()
        seed = "" if run.seed is None else f" with SEED = {run.seed}"
        message = f"{verdict.word}{seed}, and should be {expected(run.side)}; declared {declared}; measured: {measured}"
        problems.append(Problem(path, raised or line, 1, run.side, message, f"{_advice(run.side, verdict.word)}; {again}", "proof-failed"))
    return problems


def _advice(side: str, word: str) -> str:
    """Say what a wrong verdict most often means."""
    if side == "fixed":
        return "the fix does not remove the failure" if word == REPRODUCED else "fixed() must run to its end and pass check()"
    if word == CLEAN:
        return "the failure does not show: change the code so that it does, or declare what it really shows"
    return "declare what it really shows, or mend the side"
