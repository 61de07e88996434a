"""What the commands share: the project they are about, the entries asked for, and how a run ends."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from generator.problems import Format, Problem, did_you_mean, render
from generator.project import Project, Reading

FORMATS = click.Choice(["text", "github", "json"])


def _root(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Project:
    """Find the project: the folder given, or the nearest one upwards that holds entries/_taxonomy.yaml."""
    start = Path(value or ".").resolve()
    for folder in [start] if value else [start, *start.parents]:
        if (folder / "entries" / "_taxonomy.yaml").is_file():
            return Project(folder)
    raise click.UsageError(f"{start} is not an encyclopedia: it has no entries/_taxonomy.yaml; go to its folder, or name it with --root")


root_option = click.option("--root", "project", callback=_root, metavar="DIR", help="The encyclopedia's folder.")
format_option = click.option("--format", "form", type=FORMATS, default="text", show_default=True, help="How problems are printed.")


def known_slugs(reading: Reading, slugs: Sequence[str]) -> list[str]:
    """Return the slugs asked for, or all; an unknown one is wrong usage."""
    known = reading.slugs()
    for slug in slugs:
        if slug not in known:
            hint = did_you_mean(slug, known) or "the entries are the files under entries/"
            owner = reading.encyclopedia.redirects.get(slug)
            raise click.UsageError(f'there is no entry "{slug}"; {f"it is an alias of {owner}" if owner else hint}')
    return list(slugs) or known


def finish(problems: Sequence[Problem], form: Format, success: str) -> NoReturn:
    """Print the problems, or the good news, and exit."""
    unique = sorted(set(problems))
    if form == "json" or unique:
        click.echo(render(unique, form))
    if form == "text":
        count = f"{len(unique)} problem{'s' if len(unique) != 1 else ''}"
        click.echo(count if unique else success, err=bool(unique))
    sys.exit(1 if unique else 0)


def count_of(entries: int) -> str:
    """Say a number of entries."""
    return f"{entries} {'entry' if entries == 1 else 'entries'}"
