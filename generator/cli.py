"""The command `failpedia`. Exit codes: 0 all well, 1 problems found, 2 wrong usage."""

import json
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click
import jinja2
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from generator import ledger as ledgers
from generator import project as projects
from generator import rules
from generator.contributing import commands, watching
from generator.contributing.advice import advised
from generator.diagnosis import command as diagnosing
from generator.options import count_of, finish, format_option, known_slugs, root_option
from generator.problems import Format, Problem, render
from generator.project import Project

if TYPE_CHECKING:
    from generator.proving.prover import Run
    from generator.publish import Published


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="failpedia")
def main() -> None:
    """An encyclopedia of failures in which every published fix is proved."""


main.add_command(diagnosing.command(root_option))
commands.add_to(main)


@main.command()
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes; Ctrl-C ends it.")
@format_option
@root_option
def check(slugs: tuple[str, ...], watch: bool, form: Format, project: Project) -> None:
    """Check entries, snippets and ledgers without running anything."""
    if watch:
        watching.again(check, [project.entries, project.snippets, project.logs])
    reading = projects.read(project)
    chosen = known_slugs(reading, slugs)
    problems = reading.problems_of(chosen) if slugs else list(reading.problems)
    finish(problems, form, f"{count_of(len(chosen))} checked, no problem")


MAX_PARTS = 1000


class Shard(click.ParamType[tuple[int, int]]):
    """K/N: the K-th of N parts."""

    name = "K/N"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Read 2/3 as the second of three."""
        part, _, parts = value.partition("/")
        if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts) <= MAX_PARTS):
            self.fail(f'"{value}" is not a part; write 1/3 for the first of three', param, ctx)
        return int(part), int(parts)


@main.command()
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option("--all", "everything", is_flag=True, help="Run every proof, not only those whose ledger does not hold.")
@click.option("--changed", metavar="REV", help="Run the proofs of entries that differ from a git revision.")
@click.option("--shard", type=Shard(), help="Run one of N parts that take equally long.")
@click.option("--mutate", is_flag=True, help="Spoil each snippet on purpose: a proof that stays green is a problem. Writes nothing.")
@click.option("--cold", is_flag=True, help="Run each side in a new interpreter instead of a forked worker.")
@click.option("--compare", is_flag=True, help="Write nothing; what differs from the ledgers is a problem.")
@click.option(
    "--sandbox",
    type=click.Choice(["require", "best", "off"]),
    default="best",
    show_default=True,
    help="How snippets are contained: fail where the machine cannot, as far as it can, or not at all.",
)
@click.option(
    "--max-unavailable", type=click.IntRange(min=0), default=0, show_default=True, help="How many sides may be unable to run here."
)
@click.option("--jobs", type=click.IntRange(min=1), help="How many sides run at a time; as many as there are cores by default.")
@click.option(
    "--watch", is_flag=True, help="Run the proofs of the entries named again whenever one of their files changes; Ctrl-C ends it."
)
@format_option
@root_option
def prove(
    slugs: tuple[str, ...],
    everything: bool,
    changed: str | None,
    shard: tuple[int, int] | None,
    mutate: bool,
    cold: bool,
    compare: bool,
    sandbox: str,
    max_unavailable: int,
    jobs: int | None,
    watch: bool,
    form: Format,
    project: Project,
) -> None:
    """Run proofs and write down in their ledgers what was seen.

    Without a SLUG: the proofs that have no ledger, a stale one, or one that does not show what it should.
    """
    from generator.proving import prover, selection

    if watch:
        watching.again(prove, _files_of(project, slugs), ignored=ledgers.FILE)
    reading = projects.read(project, ledger_rules=False)
    book = reading.encyclopedia
    chosen = known_slugs(reading, slugs)
    if changed is not None:
        if changed.startswith("-"):  # no revision's name does; git would take it for an option, as --output=FILE
            raise click.UsageError(f'"{changed}" is not a revision')
        try:
            chosen = selection.changed_slugs(project.root, changed, chosen)
        except ValueError as error:
            raise click.UsageError(f"git: {error}") from error
    if shard is not None:
        chosen = selection.shard(chosen, book.ledgers, *shard)
    problems = reading.problems_of(chosen) if slugs or changed or shard else list(reading.problems)
    entries = {slug: book.entries[slug] for slug in chosen if slug in book.entries}
    runs = [run for slug, entry in entries.items() for run in prover.plan(slug, entry, book.snippets.get(slug, {}))]
    runs = [run for run in runs if not rules.hides_module(run.name.removesuffix(".py"), run.snippet)]  # refused above
    if not (slugs or everything or changed or mutate or cold or compare):
        runs = selection.needed(runs, book)
    runs = selection.in_good_order(runs, book.ledgers)
    level = _contained(sandbox)
    if mutate:
        problems += _allowed(_mutate(reading, runs, level, jobs), max_unavailable)[0]
        finish(problems, form, f"no spoilt proof of {count_of(len(entries))} stayed green")
    told = _outcomes(project, reading, runs, level, cold, jobs, compare)
    if compare and (differing := [slug for slug, found in told.items() if found]):
        # A machine that stalls for a second makes another picture of a hang: what differs has to differ twice.
        click.echo(f"run once more, since they differ: {', '.join(differing)}", err=True)
        told |= _outcomes(project, reading, [run for run in runs if run.slug in differing], level, cold, jobs, compare)
    found, skipped = _allowed([problem for of_entry in told.values() for problem in of_entry], max_unavailable)
    said = f"{len(runs) - skipped} runs of {count_of(len(entries))}, all as declared{f'; {skipped} could not run' if skipped else ''}"
    finish(problems + found, form, said if runs else "every ledger holds")


def _allowed(found: Sequence[Problem], most: int) -> tuple[list[Problem], int]:
    """Part problems from sides that could not run, if no more of them than allowed; say which and why. Returns their number, too."""
    skipped = [problem for problem in found if problem.code == "proof-unavailable"]
    if skipped:
        click.echo(f"{len(skipped)} sides unavailable, {most} allowed", err=True)
    if not skipped or len(skipped) > most:
        return list(found), len(skipped)
    click.echo(render(sorted(set(skipped)), "text"), err=True)
    return [problem for problem in found if problem not in skipped], len(skipped)


def _outcomes(
    project: Project, reading: projects.Reading, runs: Sequence["Run"], level: str, cold: bool, jobs: int | None, compare: bool
) -> dict[str, list[Problem]]:
    """Run proofs, settle the ledgers, and return the problems of each entry."""
    from generator.proving import prover

    book, told = reading.encyclopedia, dict[str, list[Problem]]()
    with _progress() as progress, _interruptible():
        task = progress.add_task("proving", total=len(runs))
        results = prover.execute(runs, level, cold=cold, jobs=jobs, done=lambda _: progress.advance(task))
        for slug, group in groupby(results, key=lambda result: result.run.slug):
            own = list(group)
            source = next(item.source for item in reading.loaded if item.slug == slug)
            told[slug] = list(map(advised, prover.problems_of(own, source, f"snippets/{slug}")))
            if all(problem.code != "proof-unavailable" for problem in told[slug]):  # what could not run is no news about the failure
                told[slug] += _settle(project, slug, prover.ledger_of(slug, book.entries[slug], own, book), compare=compare)
    return told


def _files_of(project: Project, slugs: Sequence[str]) -> list[Path]:
    """Return what the proofs of some entries depend on."""
    if not slugs:
        raise click.UsageError("--watch runs the proofs of some entries again and again; name them: failpedia prove --watch SLUG")
    return [path for slug in slugs for path in (project.entry(slug), project.snippets / slug)]


def _contained(sandbox: str) -> str:
    """Find out how far this machine can contain snippets, and say so."""
    from generator.proving import contain

    level = "off" if sandbox == "off" else contain.probe()
    click.echo(contain.describe(level), err=True)
    if sandbox == "require" and level == "off":
        click.echo("this machine cannot contain snippets; --sandbox best runs them all the same", err=True)
        sys.exit(1)
    return level


@contextmanager
def _interruptible() -> Iterator[None]:
    """End on Ctrl-C, SIGTERM or a full disk without a traceback: what was proved until then is written."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        click.echo("interrupted; the ledgers that were finished are written, the next run goes on from there", err=True)
        sys.exit(130)
    except OSError as error:
        click.echo(f"cannot go on: {error}; the ledgers on disk are whole", err=True)
        sys.exit(1)


def _mutate(reading: projects.Reading, runs: Sequence["Run"], level: str, jobs: int | None) -> list[Problem]:
    """Run the mutants of every proof; those that stay green are problems.

    A mutant that is red tells something only if the proof is green unspoilt: where no ledger says so, that is tried, too.
    """
    from generator.proving import judge, mutation, prover

    proofs = {(run.slug, run.name): run for run in runs if run.proof is not None}
    unknown = {place for place, run in proofs.items() if run.proof and not reading.encyclopedia.is_proved(run.slug, run.proof)}
    unspoilt = [run for run in runs if (run.slug, run.name) in unknown and run.side in ("broken", "fixed") and not run.seed]
    trials = [(mutant, sides) for run in proofs.values() for mutant, sides in mutation.runs_of(run)]
    with _progress() as progress, _interruptible():
        flat = unspoilt + [run for _, sides in trials for run in sides]
        task = progress.add_task("mutating", total=len(flat))
        results = list(prover.execute(flat, level, jobs=jobs, done=lambda _: progress.advance(task)))
    known, spoilt = results[: len(unspoilt)], results[len(unspoilt) :]
    missing = {(it.run.slug, it.run.name): it for it in spoilt if it.verdict.word == judge.UNAVAILABLE}
    known += [replace(it, run=replace(it.run, snippet=proofs[place].snippet)) for place, it in missing.items() if place not in unknown]
    sources = {item.slug: item.source for item in reading.loaded}
    problems = [advised(problem) for it in known for problem in prover.problems_of([it], sources[it.run.slug], f"snippets/{it.run.slug}")]
    for n, (mutant, sides) in enumerate(trials):
        if mutation.survived(spoilt[2 * n : 2 * n + 2]):
            path, hint = f"snippets/{sides[0].slug}/{sides[0].name}", "let check() reject that, so that the proof turns red"
            problems.append(Problem(path, 1, 1, "", f"the proof stays green when {mutant.fault}", hint, "vacuous-proof"))
    return problems


def _settle(project: Project, slug: str, seen: ledgers.Ledger, *, compare: bool) -> list[Problem]:
    """Write a ledger, or compare it with the one on disk."""
    path = project.ledger(slug)
    if not compare:
        if seen.proofs:
            ledgers.write(path, seen)
        return []
    try:
        old = ledgers.read(path)
    except ValueError:
        return []  # reported when the project was read
    hint = f"if the run is right, run: failpedia prove {slug}, and commit the ledger"
    if old is None:
        return [Problem(project.show(path), 1, 1, "", "there is no ledger", hint, "ledger-missing")] if seen.proofs else []
    return [Problem(project.show(path), 1, 1, name, what, hint, "ledger-differs") for name, what in ledgers.differences(old, seen)]


def _progress() -> Progress:
    """A progress bar on standard error, where it is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@main.command()
@click.option(
    "--strict", is_flag=True, help="Any problem, a stale or missing ledger among them, and any warning of MkDocs, fails the build."
)
@click.option("--offline", is_flag=True, help="Make links name files, for a copy that is opened from a disk without a server.")
@format_option
@root_option
def build(strict: bool, offline: bool, form: Format, project: Project) -> None:
    """Build the site into build/site from entries, snippets and ledgers; none of the libraries that snippets import is needed."""
    from generator import site

    reading = projects.read(project)
    problems = list(reading.problems)
    if strict and problems:
        finish(problems, form, "")
    try:
        site.publish_pages(project, reading.encyclopedia)
    except jinja2.TemplateError as error:
        click.echo(_template_error(error), err=True)
        sys.exit(1)
    said = site.build(project, strict=strict, offline=offline)
    if said:
        click.echo(said, err=True)
        sys.exit(1)
    finish(problems, form, f"built build/site with {count_of(len(reading.encyclopedia.entries))}")


@main.command()
@click.option("--address", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT", help="Where to serve.")
@root_option
def serve(address: str, project: Project) -> None:
    """Serve the site with live reload while entries, snippets and templates are edited."""
    from generator import serving, site

    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        raise click.UsageError(f'"{address}" is not an address; write it like 127.0.0.1:8000')
    if not serving.is_free(host, int(port)):
        click.echo(f"{address} is in use by another program; try: failpedia serve --address {host}:{int(port) + 1}", err=True)
        sys.exit(1)

    signal.signal(signal.SIGINT, signal.default_int_handler)

    def first_build() -> None:
        problems = _publish(project)[1]
        if problems:
            click.echo(render(problems, "text"), err=True)
        said = site.build(project, strict=False)
        if said:
            click.echo(said, err=True)
            sys.exit(1)

    sys.exit(serving.serve(project, address, first_build))


@main.command(hidden=True)
@root_option
def publish(project: Project) -> None:
    """Render what changed into build/docs and build/files; prints the paths as JSON. `serve` runs it after each edit."""
    done, problems = _publish(project)
    click.echo(json.dumps({"written": done.written, "removed": done.removed, "problems": [str(problem) for problem in problems]}))


def _publish(project: Project) -> tuple["Published", Sequence[Problem]]:
    """Publish all that holds; the pages of an entry that is invalid for the moment stay as they were."""
    from generator import site

    reading = projects.read(project)
    invalid = set(reading.slugs()) - reading.encyclopedia.entries.keys()
    try:
        return site.publish_pages(project, reading.encyclopedia, invalid), reading.problems
    except jinja2.TemplateError as error:
        # Problems first: a page that misses a word of a broken taxonomy is not the template's fault.
        click.echo("\n".join([*map(str, reading.problems), _template_error(error)]), err=True)
        sys.exit(1)


def _template_error(error: jinja2.TemplateError) -> str:
    where = f"templates/pages/{getattr(error, 'name', '')}:{getattr(error, 'lineno', 1)}:1"
    return f"{where}: {error.message}; the pages stay as they were [template]"


@main.command()
@click.argument("slug")
@root_option
def show(slug: str, project: Project) -> None:
    """Show an entry in the terminal: the same facts as its page."""
    from generator.show import show_entry

    reading = projects.read(project)
    (chosen,) = known_slugs(reading, [reading.encyclopedia.redirects.get(slug, slug)])
    if chosen not in reading.encyclopedia.entries:
        finish(reading.problems_of([chosen]), "text", "")
    show_entry(Console(), reading.encyclopedia, chosen, jinja2.FileSystemLoader(project.templates / "pages"))
