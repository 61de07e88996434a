"""Makes the site: publishes the pages, then lets MkDocs render what lies on disk."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable

import jinja2
import yaml
from mkdocs.utils.yaml import get_yaml_loader

from generator.encyclopedia import Encyclopedia
from generator.project import Project
from generator.publish import Published, publish
from generator.render import SiteSettings, render

# Both advertise a coming MkDocs in every output.
_QUIET = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}


def settings(project: Project) -> SiteSettings:
    """Read what pages need of mkdocs.yml."""
    with project.config.open(encoding="utf-8") as file:
        config = yaml.load(file, Loader=get_yaml_loader())  # noqa: S506 - MkDocs' own safe loader, which knows its tags
    guide = project.root / "CONTRIBUTING.md"
    return SiteSettings(
        str(config["site_name"]),
        str(config.get("repo_url") or "").rstrip("/"),
        str(config.get("site_description") or ""),
        guide.read_text(encoding="utf-8") if guide.exists() else "",
    )


def publish_pages(project: Project, encyclopedia: Encyclopedia) -> Published:
    """Render all pages into build/docs, with the assets beside them."""
    files: dict[str, str | bytes] = {**render(encyclopedia, jinja2.FileSystemLoader(project.templates / "pages"), settings(project))}
    assets = project.templates / "assets"
    files |= {f"assets/{path.relative_to(assets).as_posix()}": path.read_bytes() for path in sorted(assets.rglob("*")) if path.is_file()}
    return publish(files, project.root / "build" / "docs")


def build(project: Project, *, strict: bool) -> str:
    """Let MkDocs build build/site; it is replaced as a whole, and only if the build went well.

    Returns:
        What MkDocs said if it failed, or nothing.
    """
    site, fresh = project.root / "build" / "site", project.root / "build" / "site.new"
    shutil.rmtree(fresh, ignore_errors=True)
    command = [sys.executable, "-m", "mkdocs", "build", "--config-file", str(project.config), "--site-dir", str(fresh)]
    done = subprocess.run(
        [*command, *(["--strict"] if strict else [])], env=os.environ | _QUIET, capture_output=True, text=True, check=False
    )
    if done.returncode or (strict and "WARNING" in done.stderr):
        return done.stdout + done.stderr
    shutil.rmtree(site, ignore_errors=True)
    fresh.rename(site)
    return ""


def is_free(host: str, port: int) -> bool:
    """Tell whether a server could listen there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def serve(project: Project, address: str, republish: Callable[[], None]) -> int:
    """Serve the site with live reload: a change of an entry, a snippet or a template is published, which MkDocs sees."""
    from watchdog.events import FileSystemEvent, FileSystemEventHandler
    from watchdog.observers import Observer

    class Republish(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            if event.event_type in ("created", "modified", "deleted", "moved") and "/." not in str(event.src_path):
                republish()

    observer = Observer()
    for folder in (project.entries, project.snippets, project.templates):
        observer.schedule(Republish(), str(folder), recursive=True)
    observer.start()
    # --livereload is said aloud: with click 8.2.2 and later MkDocs takes its default for off, https://github.com/mkdocs/mkdocs/issues/4032
    command = [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--config-file", str(project.config), "--dev-addr", address]
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # MkDocs must not outlive us
    server = subprocess.Popen(command, env=os.environ | _QUIET)
    try:
        return server.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        server.terminate()
        server.wait()
        observer.stop()
        observer.join()
