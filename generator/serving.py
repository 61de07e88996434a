"""`failpedia serve`: the site with live reload, in which an edited entry is on the screen long before the rest has followed.

MkDocs renders every page again after each change. Here the entry that was edited is read, rendered and written first, by itself; then a
process of its own publishes everything, and only the pages that came out otherwise are rendered.
"""

import functools
import http.server
import json
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import click
import jinja2
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from generator import machine, site
from generator import project as projects
from generator.encyclopedia import Encyclopedia
from generator.engine import Engine
from generator.project import Project
from generator.publish import write_changed
from generator.render import render_entry

SETTLE = 0.05  # seconds without another event: editors write a file in several steps
MANY_PAGES = 40
RELOAD = """
const since = document.currentScript.dataset.state;
const ask = () => fetch(`/-/changed?since=${since}`)
  .then((answer) => answer.text())
  .then((state) => { if (state === since) ask(); else location.reload(); })
  .catch(() => setTimeout(ask, 1000));
addEventListener("load", ask);
"""


def is_free(host: str, port: int) -> bool:
    """Tell whether a server could listen there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


class State:
    """How often the site has changed; browsers wait for the next time."""

    def __init__(self) -> None:
        self.number = time.time_ns()
        self.condition = threading.Condition()

    def advance(self) -> None:
        """Tell all waiting browsers to load again."""
        with self.condition:
            self.number += 1
            self.condition.notify_all()

    def wait(self, since: int) -> int:
        """Return the number once it differs, or after a while."""
        with self.condition:
            self.condition.wait_for(lambda: self.number != since, timeout=25)
            return self.number


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the finished site, with the reloading script in each page."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: object, state: State, directory: str) -> None:
        self.state = state
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def log_message(self, *_: object) -> None:
        """Say nothing: problems must not drown in requests."""

    def do_GET(self) -> None:
        """Answer a page, a file, or the question whether something changed."""
        address = urlsplit(self.path)
        if address.path == "/-/changed":
            since = parse_qs(address.query).get("since", ["0"])[0]
            self._answer(str(self.state.wait(int(since) if since.isdigit() else 0)), "text/plain")
        elif address.path == "/-/reload.js":
            self._answer(RELOAD, "text/javascript")
        else:
            self._file(Path(self.translate_path(self.path)), address.path)

    def _file(self, path: Path, address: str) -> None:
        if path.is_dir() and address.endswith("/"):
            path /= "index.html"
        missing = not path.exists()
        if missing:
            path = Path(str(self.directory)) / "404.html"
        if path.suffix != ".html" or not path.is_file():
            super().do_GET()
            return
        script = f'<script src="/-/reload.js" data-state="{self.state.number}"></script></body>'
        self._answer(path.read_text(encoding="utf-8").replace("</body>", script, 1), "text/html", 404 if missing else 200)

    def _answer(self, text: str, kind: str, status: int = 200) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)


class Changes(FileSystemEventHandler):
    """Collects the paths that changed until the files are at rest."""

    def __init__(self) -> None:
        self.paths: set[Path] = set()
        self.condition = threading.Condition()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Note a path; hidden files are those of editors."""
        if event.event_type not in ("created", "modified", "deleted", "moved", "closed") or event.is_directory:
            return
        paths = {Path(str(path)) for path in (event.src_path, event.dest_path) if path}
        with self.condition:
            self.paths |= {path for path in paths if not any(part.startswith(".") or part == "__pycache__" for part in path.parts[-3:])}
            self.condition.notify_all()

    def next(self, timeout: float) -> set[Path]:
        """Return what changed, once nothing more does; nothing after the timeout."""
        with self.condition:
            if not self.condition.wait_for(lambda: bool(self.paths), timeout):
                return set()
            while True:
                seen = set(self.paths)
                self.condition.wait(SETTLE)
                if self.paths == seen:
                    self.paths = set()
                    return seen


class Workshop:
    """The site that is served, and how a change gets into it."""

    def __init__(self, project: Project, state: State) -> None:
        self.project, self.state = project, state
        self.site = project.root / "build" / "site"
        self.book: Encyclopedia = projects.read(project).encyclopedia
        self.engine = Engine(project.config, self.site)
        self.publishing: subprocess.Popen[str] | None = None
        self.cut_short = False
        self.said: set[str] = set()

    def show(self, paths: Iterable[Path]) -> None:
        """Bring the entries that were edited to the screen, then start to publish the rest."""
        self._stop()
        self.said = set()
        slugs = {slug for path in paths if (slug := self._slug_of(path)) is not None}
        for slug in sorted(slugs):
            self._show_entry(slug)
        command = [sys.executable, "-m", "generator", "publish", "--root", str(self.project.root)]
        self.publishing = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def follow(self) -> None:
        """Render what the publication found to be different, once it has ended."""
        if self.publishing is None or self.publishing.poll() is None:
            return
        said = self.publishing.communicate()[0]
        ended, self.publishing = self.publishing.returncode, None
        if ended == 0 and said:
            changed = json.loads(said.splitlines()[-1])
            self._say(changed["problems"])
            written = set(changed["written"]) | (set(self._behind()) if self.cut_short else set())
            self.cut_short = False
            self._bring_over(sorted(written), changed["removed"])

    def _behind(self) -> Iterator[str]:
        """Yield the published files of which the site has an older form: a publication that was cut short told nobody of them."""
        for folder in (site.pages_folder(self.project), site.files_folder(self.project)):
            for source in folder.rglob("*"):
                path = source.relative_to(folder).as_posix()
                target = self.site / _address(path) if folder == site.pages_folder(self.project) else self.site / path
                if source.is_file() and (not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns):
                    yield path

    def rebuild(self) -> None:
        """Build everything again: the theme or the configuration changed."""
        self._stop()
        said = site.build(self.project, strict=False)
        if said:
            click.echo(said, err=True)
            return
        self.engine = Engine(self.project.config, self.site)
        self.state.advance()

    def close(self) -> None:
        """Leave no process behind."""
        self._stop()

    def _stop(self) -> None:
        if self.publishing is not None:
            self.publishing.kill()
            self.publishing.communicate()
            self.publishing = None
            self.cut_short = True

    def _say(self, problems: Iterable[str]) -> None:
        """Print problems, each once after an edit."""
        fresh = [problem for problem in problems if problem not in self.said]
        self.said |= set(fresh)
        if fresh:
            click.echo("\n".join(fresh), err=True)

    def _slug_of(self, path: Path) -> str | None:
        if path.parent == self.project.entries and path.suffix == ".yaml" and not path.name.startswith("_"):
            return path.stem
        return path.parent.name if path.parent.parent == self.project.snippets else None

    def _show_entry(self, slug: str) -> None:
        if not (self.project.entries / f"{slug}.yaml").exists():
            return
        self.book, problems = projects.with_entry(self.project, self.book, slug)
        self._say([str(problem) for problem in problems])
        if slug not in self.book.entries:
            return
        book = self.book
        try:
            templates, settings = site.loader(self.project), site.settings(self.project)
            pages = render_entry(book, templates, settings, slug)
            files = machine.render_files_of(book, templates, settings, slug)
        except (jinja2.TemplateError, site.SettingsError):  # the publication that follows says it
            return
        written = [path for path, text in pages.items() if write_changed(site.pages_folder(self.project) / path, text)]
        self.engine.render(written)
        for path, text in files.items():
            write_changed(site.files_folder(self.project) / path, text)
            write_changed(self.site / path, text)
        self.state.advance()

    def _bring_over(self, written: list[str], removed: list[str]) -> None:
        pages = [path for path in written if (site.pages_folder(self.project) / path).exists()]
        if len(pages) > MANY_PAGES:
            self.rebuild()
            return
        if removed:
            self.engine.look_around()
        self.engine.render(pages)
        for path in written:
            source = site.files_folder(self.project) / path
            if source.is_file():
                (self.site / path).parent.mkdir(parents=True, exist_ok=True)
                (self.site / path).unlink(missing_ok=True)  # the build may have made the two one file
                shutil.copyfile(source, self.site / path)
        for path in removed:
            target = self.site / _address(path)
            target.unlink(missing_ok=True)
        if written or removed:
            self.state.advance()


def _address(path: str) -> str:
    """Return the file of the site that a published page becomes."""
    if not path.endswith(".md"):
        return path
    is_index = path.rsplit("/", maxsplit=1)[-1] == "index.md"
    return path.removesuffix("index.md") + "index.html" if is_index else path.removesuffix(".md") + "/index.html"


def serve(project: Project, address: str, build: Callable[[], None]) -> int:
    """Build the site, serve it, and follow what is edited until somebody ends it."""
    host, _, port = address.rpartition(":")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    build()
    state, changes = State(), Changes()
    workshop = Workshop(project, state)
    observer = Observer()
    for folder in (project.entries, project.snippets, project.templates):
        observer.schedule(changes, str(folder), recursive=True)
    handler = functools.partial(Handler, state=state, directory=str(workshop.site))
    server = http.server.ThreadingHTTPServer((host, int(port)), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    observer.start()
    click.echo(f"serving http://{address}/ and following entries/, snippets/ and templates/; Ctrl-C ends it", err=True)
    try:
        while True:
            paths = changes.next(0.1)
            if any(project.templates / "theme" in path.parents for path in paths):
                workshop.rebuild()
            elif paths:
                workshop.show(paths)
            workshop.follow()
    except KeyboardInterrupt:
        return 0
    finally:
        workshop.close()
        observer.stop()
        server.shutdown()
