"""The command `failpedia diagnose`. Exit codes: 0 something fits, 1 nothing fits, 2 wrong usage."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from generator.diagnosis import cached

if TYPE_CHECKING:
    from generator.diagnosis.answer import Answer, Diagnosis
    from generator.diagnosis.collecting import Reading
    from generator.project import Project


def command(root_option: Callable[[Any], Any]) -> click.Command:
    """Make the command, with the option that finds the project."""

    @click.command()
    @click.argument("files", nargs=-1, metavar="[FILE|-]...")
    @click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
    @click.option(
        "--format", "form", type=click.Choice(["text", "lines", "json"]), default="text", show_default=True, help="How it is printed."
    )
    @click.option("--top", type=click.IntRange(1, 50), default=3, show_default=True, help="How many entries at most.")
    @root_option
    def diagnose(files: tuple[str, ...], as_json: bool, form: str, top: int, project: "Project") -> None:
        """Find the entry for a log, or for a sentence that describes what is wrong.

        Several files are the ranks or hosts of one job; without a FILE, or for -, standard input is read. Nothing leaves this machine.
        """
        from generator.diagnosis.answer import Diagnosis

        paths = files or ("-",)
        for name in paths:
            _refuse_unreadable(name)
        diagnosis = Diagnosis(cached.load(project))
        readings, unread = _read(diagnosis, paths)
        answer = diagnosis.answer(readings, top)
        with _closed_pipe():
            _print(answer, unread, "json" if as_json else form)
        sys.exit(0 if answer.matches else 1)

    return diagnose


def _refuse_unreadable(name: str) -> None:
    """Wrong usage before anything is read: a folder, a file that is not there or not ours."""
    path = Path(name)
    if name == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise click.UsageError("standard input is closed; name a file")
        if sys.stdin.isatty():
            click.echo("Paste a log or describe what is wrong, then press Ctrl-D:", err=True)
    elif path.is_dir():
        logs = sorted(p.name for p in path.iterdir() if p.is_file())[:3]
        hint = f"name its files, such as {path / logs[0]}" if logs else "it holds no file"
        raise click.UsageError(f"{name} is a folder; {hint}")
    elif not path.exists():
        raise click.UsageError(f"there is no file {name}")
    elif not os.access(path, os.R_OK):
        raise click.UsageError(f"{name} may not be read by you")


def _read(diagnosis: "Diagnosis", names: Sequence[str]) -> tuple[list["Reading"], list[str]]:
    """Read all files; what is no text is left out, with a sentence about it."""
    from generator.diagnosis.collecting import Reading
    from generator.diagnosis.reading import BinaryFileError

    readings, unread = [], []
    for number, given in enumerate(names):
        name = _shown(given)
        try:
            with _opened(given) as stream:
                reading = diagnosis.collector.read(number, name, stream, alone=len(names) == 1)
        except BinaryFileError:
            reading = Reading(number, name, None)
            unread.append(f"{name} is not text: bring what the program printed.")
        except OSError as error:
            raise click.UsageError(f"{name}: {error.strerror or error}") from error
        else:
            if not reading.window:
                unread.append(f"{name} is empty.")
        readings.append(reading)
    return readings, unread


def _shown(name: str) -> str:
    """Return a file's name as text of one line: it may be any bytes."""
    return os.fsencode(name).decode("utf-8", "replace").replace("\n", "\ufffd").replace("\r", "\ufffd")


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


@contextmanager
def _closed_pipe() -> Iterator[None]:
    """A reader that has seen enough, such as head, is no error."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print(answer: "Answer", unread: Sequence[str], form: str) -> None:
    from generator.diagnosis.telling import safe, tell

    if form == "json":
        data = answer.data()
        data["missing"] = [*unread, *data["missing"]]
        click.echo(json.dumps(data, indent=1))
        return
    for what in unread:
        click.echo(safe(what), err=True)
    if form == "lines":
        for found in answer.matches:
            for e in found.evidence or ():
                click.echo(safe(f"{e.file}:{e.line}:{e.column}: {found.slug}: {found.title}"))
        return
    from rich.console import Console

    tell(Console(soft_wrap=False), answer)
