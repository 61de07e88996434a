"""Runs a command again whenever a file changes that it reads."""

import signal
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver

QUIET = 0.1
"""Editors write a file in several steps: so many seconds without a further change make one change of them."""


def again(command: click.Command, paths: Iterable[Path], *, ignored: str = "") -> NoReturn:
    """Run the current command now and after each change below some files and folders, until Ctrl-C.

    Args:
        command: The command that is running with `--watch`; it runs without.
        paths: What it depends on; a path need not be there yet.
        ignored: The name of the files that it writes itself.
    """
    context = click.get_current_context()
    arguments = {**context.params, "watch": False}
    changed = threading.Event()
    observer = _observe(list(paths), changed, ignored)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        while True:
            changed.clear()
            click.echo(f"-- {time.strftime('%H:%M:%S')} running", err=True)
            _once(context, command, arguments)
            click.echo(f"-- {time.strftime('%H:%M:%S')} waiting for a change; Ctrl-C ends this", err=True)
            changed.wait()
            while changed.is_set():
                changed.clear()
                time.sleep(QUIET)
            if sys.stdout.isatty():
                click.clear()
    except KeyboardInterrupt:
        sys.exit(0)
    finally:
        observer.stop()


def _once(context: click.Context, command: click.Command, arguments: dict[str, object]) -> None:
    try:
        context.invoke(command, **arguments)
    except click.ClickException as error:
        error.show()
    except SystemExit as end:
        if end.code == 130:  # interrupted in the middle of a run
            raise KeyboardInterrupt from end


@dataclass(frozen=True)
class _Interest:
    """Tells which files matter; hidden ones and what Python caches do not."""

    paths: tuple[str, ...]
    ignored: str

    def includes(self, name: str) -> bool:
        """Tell whether a change of this file is a reason to run again."""
        path = Path(name)
        if path.name.startswith(".") or path.suffix not in (".yaml", ".py", ".log", ".json", ".txt") or path.name == self.ignored:
            return False
        return any(name == own or name.startswith(own + "/") for own in self.paths)


def _observe(paths: list[Path], changed: threading.Event, ignored: str) -> "BaseObserver":
    """Watch the folders that hold the paths; where the system cannot tell of changes, look for them."""
    from watchdog.events import FileSystemEvent, FileSystemEventHandler
    from watchdog.observers import Observer
    from watchdog.observers.polling import PollingObserver

    interest = _Interest(tuple(str(path.resolve()) for path in paths), ignored)

    class Changes(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            names = [str(name) for name in (event.src_path, getattr(event, "dest_path", "")) if name]
            is_change = event.event_type in ("created", "modified", "deleted", "moved") and not event.is_directory
            if is_change and any(map(interest.includes, names)):
                changed.set()

    folders = {next(folder for folder in (path, *path.parents) if folder.is_dir()).resolve() for path in paths}
    for kind in (Observer, PollingObserver):
        observer = kind()
        for folder in folders:
            observer.schedule(Changes(), str(folder), recursive=True)
        try:
            observer.start()
        except OSError:  # the system's watches are used up
            continue
        return observer
    raise click.ClickException("this system lets no program watch files; run the command by hand")
