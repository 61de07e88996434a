"""Runs a command again whenever a file changes that it reads."""

import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import click
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

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


class _Changes(FileSystemEventHandler):
    """Tells that one of the files changed; hidden files and what Python caches are none of them."""

    def __init__(self, paths: list[Path], changed: threading.Event, ignored: str) -> None:
        self.ignored = ignored
        self.paths = [str(path.resolve()) for path in paths]
        self.changed = changed

    def on_any_event(self, event: FileSystemEvent) -> None:
        names = [str(name) for name in (event.src_path, getattr(event, "dest_path", "")) if name]
        if event.event_type in ("created", "modified", "deleted", "moved") and not event.is_directory and any(map(self._is_ours, names)):
            self.changed.set()

    def _is_ours(self, name: str) -> bool:
        path = Path(name)
        if path.name.startswith(".") or path.suffix not in (".yaml", ".py", ".log", ".json", ".txt") or path.name == self.ignored:
            return False
        return any(name == own or name.startswith(own + "/") for own in self.paths)


def _observe(paths: list[Path], changed: threading.Event, ignored: str) -> BaseObserver:
    """Watch the folders that hold the paths; where the system cannot tell of changes, look for them."""
    folders = {next(folder for folder in (path, *path.parents) if folder.is_dir()) for path in paths}
    for kind in (Observer, PollingObserver):
        observer = kind()
        for folder in folders:
            observer.schedule(_Changes(paths, changed, ignored), str(folder.resolve()), recursive=True)
        try:
            observer.start()
        except OSError:  # the system's watches are used up
            continue
        return observer
    raise click.ClickException("this system lets no program watch files; run the command by hand")
