"""The commands for contributors: new, fmt, rename, withdraw, supersede and init."""

import re
import sys
from pathlib import Path
from typing import IO

import click

from generator import project as projects
from generator.entry import SLUG
from generator.options import count_of, finish, format_option, known_slugs, root_option
from generator.problems import Format, render
from generator.project import Project, Reading


def add_to(group: click.Group) -> None:
    """Register the commands."""
    for command in (new, fmt, rename, withdraw, supersede, init):
        group.add_command(command)


@click.command()
@click.argument("slug")
@click.option("--title", default="", help="The entry's title.")
@click.option("--from-log", type=click.File("r", errors="replace"), metavar="FILE|-", help="Draft signature and reproduction from a log.")
@click.option(
    "--from-issue", type=click.File("r", errors="replace"), metavar="FILE|-", help='Fill in the answers of an issue "I met this failure".'
)
@root_option
def new(slug: str, title: str, from_log: IO[str] | None, from_issue: IO[str] | None, project: Project) -> None:
    """Write the draft of an entry and of its snippet, with guidance in comments.

    `failpedia check SLUG` then names every place that is still to be filled.
    """
    from generator.contributing import drafting, issues, lookup, renaming, scaffold
    from generator.formatting import canonical
    from generator.source import parse

    reading = projects.read(project)
    _refuse_slug(reading, slug)
    path, snippet = project.entry(slug), project.snippets / slug / scaffold.SNIPPET
    if snippet.parent.exists() and any(snippet.parent.iterdir()):
        raise click.UsageError(f"{project.show(snippet.parent)}/ is there already, without an entry; move it away, or choose another slug")
    texts: dict[str, str] = {}
    if from_issue is not None:
        form = project.root / ".github" / "ISSUE_TEMPLATE" / "failure.yml"
        if not form.exists():
            raise click.UsageError(f"{project.show(form)} is missing: it says which question of an issue asks for which field")
        texts = issues.answers_of(from_issue.read(), issues.labels_of(form.read_text(encoding="utf-8")))
        if not texts:
            raise click.UsageError(
                "the text has none of the form's questions as headings (### …); give the issue's body as GitHub stores it"
            )
    log = from_log.read() if from_log else texts.get("signatures", "")
    draft = drafting.draft(log)
    answers = scaffold.Answers(title or texts.get("title", ""), texts, draft)
    text = scaffold.entry_text(answers, reading.encyclopedia.taxonomy)
    files = {path: canonical(parse(path.name, text), modeline=project.schema.exists()), snippet: scaffold.snippet_text(draft)}
    files |= renaming.lists(project, reading, [*reading.slugs(), slug], published=[slug])
    renaming.Plan(files).carry_out()
    for written in (path, snippet):
        click.echo(f"wrote {project.show(written)}")
    if (from_log or texts.get("signatures")) and not draft.line:
        click.echo(
            "note: no line of the log tells a failure, so the draft declares {fails: check}, a silent one; "
            "give the part with the error, or say under `broken` how it shows",
            err=True,
        )
    elif draft.line:
        click.echo(f"drafted from the log: {draft.line[:100]}", err=True)
    known = lookup.known_failures(reading.encyclopedia, log) if log else []
    for other in dict.fromkeys([*known, *lookup.similar_entries(reading.encyclopedia, slug, answers.title)]):
        why = "prints such a log" if other in known else "sounds like it"
        name = f'"{reading.encyclopedia.entries[other].title}"'
        click.echo(f"warning: {name} {why}; read it first: failpedia show {other}", err=True)
    click.echo(f"next: failpedia check --watch {slug}    names what is still to be written, each time you save", err=True)


def _refuse_slug(reading: Reading, slug: str) -> None:
    """Refuse a new entry's slug that is none, or that is taken."""
    if not re.fullmatch(SLUG, slug) or len(slug) > 60:
        better = re.sub(r"[^a-z0-9]+", "-", slug.lower()).strip("-")[:60].strip("-")
        hint = f'for example "{better}"' if better else "for example labels-not-shifted"
        raise click.UsageError(f'"{slug}" is not a slug; name the failure in lower case with hyphens, {hint}')
    if slug in reading.slugs():
        raise click.UsageError(f"entries/{slug}.yaml is there already; edit it, or choose another slug")
    owner = reading.encyclopedia.redirects.get(slug)
    if owner:
        raise click.UsageError(f'"{slug}" is an alias of {owner}; edit that entry, or choose another slug')


@click.command()
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@format_option
@root_option
def fmt(slugs: tuple[str, ...], form: Format, project: Project) -> None:
    """Write entries in their canonical form, and renew the schema that editors use.

    Keys in the order of the model, block style, comments kept. Values stay as they are written.
    """
    from generator.contributing import renaming
    from generator.formatting import canonical
    from generator.rules import can_be_formatted

    reading = projects.read(project)
    chosen = set(known_slugs(reading, slugs))
    texts, problems = renaming.lists(project, reading, reading.slugs(), published=[]), []
    for item in reading.loaded:
        if item.slug in chosen and can_be_formatted(item.source):
            texts[project.entry(item.slug)] = canonical(item.source, modeline=project.schema.exists())
        elif item.slug in chosen:
            problems += item.source.problems
    changed = {path: text for path, text in texts.items() if path.read_text(encoding="utf-8") != text}
    renaming.Plan(changed).carry_out()
    if form == "text":
        for path in changed:
            click.echo(f"wrote {project.show(path)}")
    finish(problems, form, f"{count_of(len(chosen))} in canonical form")


@click.command()
@click.argument("old")
@click.argument("new")
@root_option
def rename(old: str, new: str, project: Project) -> None:
    """Give an entry another slug: snippets, ledger and logs move along, references follow, the old name leads to the new one."""
    from generator.contributing import renaming

    reading = projects.read(project)
    _require_editable(reading, old)
    if reading.encyclopedia.redirects.get(new) != old:
        _refuse_slug(reading, new)
    if old == new:
        raise click.UsageError("the two slugs are the same")
    for folder in (project.snippets, project.logs):
        if (folder / new).exists():
            raise click.UsageError(f"{project.show(folder / new)}/ is there already; move it away first")
    renaming.rename(project, reading, old, new).carry_out()
    click.echo(f"{old} is now {new}; the old name leads there. Commit the move with its ledger: nothing has to be proved again")


@click.command()
@click.argument("slug")
@click.option("--reason", required=True, help="Why it does not hold; shown at the top of its page.")
@root_option
def withdraw(slug: str, reason: str, project: Project) -> None:
    """Take an entry back: its page stays, says why, and is no longer listed."""
    reading = projects.read(project)
    _require_editable(reading, slug)
    if not reason.strip():
        raise click.UsageError("the reason is empty; say in a sentence why the entry does not hold")
    _restate(project, reading, slug, {"status": "withdrawn", "reason": reason, "superseded_by": None})
    click.echo(f"{slug} is withdrawn; its page stays and says why")


@click.command()
@click.argument("slug")
@click.option("--by", "other", required=True, metavar="SLUG", help="The entry that covers it now.")
@root_option
def supersede(slug: str, other: str, project: Project) -> None:
    """Let another entry stand in for one: its page stays and leads there."""
    reading = projects.read(project)
    _require_editable(reading, slug)
    known_slugs(reading, [other])
    if slug == other:
        raise click.UsageError("an entry cannot supersede itself")
    successor = reading.encyclopedia.entries.get(other)
    if successor is not None and successor.status != "published":
        raise click.UsageError(f"{other} is {successor.status} itself; name an entry that is published")
    _restate(project, reading, slug, {"status": "superseded", "superseded_by": other, "reason": None})
    click.echo(f"{slug} is superseded by {other}; its page stays and leads there")


def _restate(project: Project, reading: Reading, slug: str, changes: dict[str, str | None]) -> None:
    from generator.contributing import renaming

    renaming.restate(project, reading, slug, changes).carry_out()


def _require_editable(reading: Reading, slug: str) -> None:
    """Refuse an entry that is not there, or whose YAML cannot be read."""
    from generator.rules import can_be_formatted

    known_slugs(reading, [slug])
    source = next(item.source for item in reading.loaded if item.slug == slug)
    if not can_be_formatted(source):
        click.echo(render(source.problems, "text"), err=True)
        click.echo("nothing was changed: mend the file first", err=True)
        sys.exit(1)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--name", default="", help="The site's name.")
def init(folder: Path, name: str) -> None:
    """Start an encyclopedia of another field's failures in a new folder.

    It holds a taxonomy, an example entry with its proofs, the site's templates and a Makefile, and passes its own test.
    """
    from generator.contributing import starting

    if folder.exists() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is not empty; name a new folder")
    starting.start(folder, name or folder.resolve().name.replace("-", " ").capitalize())
    click.echo(f"wrote an encyclopedia with one example entry into {folder}")
    click.echo("next: make test in it, then read its README.md", err=True)
