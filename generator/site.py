"""Makes the site: publishes the pages, lets MkDocs render them, lays our own files beside them, and puts the whole in place at once."""

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

import click
import jinja2
import yaml
from mkdocs.utils.yaml import get_yaml_loader

from generator import history, machine
from generator.encyclopedia import Encyclopedia
from generator.offline import with_file_links
from generator.project import Project
from generator.publish import Published, publish
from generator.render import Pages, SiteSettings, render_pages

# Both advertise a coming MkDocs in every output.
QUIET = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2


class SettingsError(click.ClickException):
    """mkdocs.yml cannot be read: an author may be in the middle of editing it."""


def settings(project: Project) -> SiteSettings:
    """Read what pages need of mkdocs.yml."""
    try:
        with project.config.open(encoding="utf-8") as file:
            config = yaml.load(file, Loader=get_yaml_loader())  # noqa: S506 - MkDocs' own safe loader, which knows its tags
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SettingsError(f"{_place(project, error)}: it cannot be read: {_reason(error)}; the site stays as it was") from error
    if not isinstance(config, dict) or not config.get("site_name"):
        raise SettingsError(f"{project.config.name}:1:1: it has no site_name; the site stays as it was")
    address = str(config.get("site_url") or "").rstrip("/")
    guide = project.root / "CONTRIBUTING.md"
    return SiteSettings(
        name=str(config["site_name"]),
        repo_url=str(config.get("repo_url") or "").rstrip("/"),
        site_url=address and f"{address}/",
        description=str(config.get("site_description") or ""),
        contributing=guide.read_text(encoding="utf-8") if guide.exists() else "",
    )


def _place(project: Project, error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    return f"{project.config.name}:{mark.line + 1}:{mark.column + 1}" if mark else f"{project.config.name}:1:1"


def _reason(error: Exception) -> str:
    return str(getattr(error, "problem", None) or error)


def pages_folder(project: Project) -> Path:
    """Return where the Markdown lies that MkDocs reads."""
    return project.root / "build" / "docs"


def files_folder(project: Project) -> Path:
    """Return where the files lie that go to the site as they are."""
    return project.root / "build" / "files"


def loader(project: Project) -> jinja2.BaseLoader:
    """Return where the templates of pages come from."""
    return jinja2.FileSystemLoader(project.templates / "pages")


def publish_pages(project: Project, encyclopedia: Encyclopedia, keep: Collection[str] = ()) -> Published:
    """Render all pages into build/docs and all other files into build/files; return what changed of both.

    Args:
        project: Where they go.
        encyclopedia: What they are about.
        keep: The slugs of entries that do not hold for the moment: their pages stay as they were.
    """
    rendered = Pages(encyclopedia, loader(project), settings(project))
    pages = publish(render_pages(rendered), pages_folder(project), keep)
    assets = project.templates / "assets"
    files: dict[str, str | bytes] = {**machine.files_of(rendered, history.read(project.root))}
    files |= {f"assets/{path.relative_to(assets).as_posix()}": path.read_bytes() for path in sorted(assets.rglob("*")) if path.is_file()}
    others = publish(files, files_folder(project), keep)
    return Published(pages.written + others.written, pages.removed + others.removed)


def build(project: Project, *, strict: bool, offline: bool = False) -> str:
    """Build build/site in a folder of its own and swap the two, if all went well: a reader never meets half a site.

    Args:
        project: Whose site.
        strict: A warning of MkDocs fails the build.
        offline: Make every link name a file, for a copy that is opened without a server.

    Returns:
        What MkDocs said if it failed, or nothing.
    """
    site = project.root / "build" / "site"
    _remove_leftovers(site)
    fresh = Path(tempfile.mkdtemp(dir=site.parent, prefix=f"site.{os.getpid()}."))
    fresh.chmod(0o755)
    try:
        said = run_engine(project, fresh, strict=strict)
        if not said:
            finish(project, fresh, offline=offline)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return said


def run_engine(project: Project, fresh: Path, *, strict: bool) -> str:
    """Let MkDocs render build/docs into a folder; return what it said if it failed."""
    command = [sys.executable, "-m", "mkdocs", "build", "--config-file", str(project.config), "--site-dir", str(fresh)]
    done = subprocess.run(
        [*command, *(["--strict"] if strict else [])], env=os.environ | QUIET, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr if done.returncode or (strict and "WARNING" in done.stderr) else ""


def finish(project: Project, fresh: Path, *, offline: bool) -> None:
    """Lay our own files beside the rendered pages, and put the whole in place."""
    shutil.copytree(files_folder(project), fresh, dirs_exist_ok=True, copy_function=_link)
    if offline:
        with_file_links(fresh)
    _swap(fresh, project.root / "build" / "site")


def _link(source: str, target: str) -> None:
    """Put a file there without copying it, where the system can; `publish` replaces files and never writes into one."""
    Path(target).unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _remove_leftovers(site: Path) -> None:
    """Remove what builds that were killed left behind; those that still run keep theirs."""
    for path in site.parent.glob("site.*.*"):
        owner = path.name.split(".")[1]
        if owner.isdigit() and not _is_alive(int(owner)):
            shutil.rmtree(path, ignore_errors=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def _swap(fresh: Path, site: Path) -> None:
    """Put a finished site in place of the old one, in one step where the system can."""
    if site.is_symlink() or not site.exists():
        site.unlink(missing_ok=True)
        fresh.rename(site)
    elif not _exchange(fresh, site):
        old = fresh.with_name(f"{fresh.name}.old")
        site.rename(old)
        fresh.rename(site)
        shutil.rmtree(old, ignore_errors=True)


def _exchange(a: Path, b: Path) -> bool:
    """Let two folders change names at once; False where the system has no such call."""
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return bool(call(_AT_FDCWD, os.fsencode(a), _AT_FDCWD, os.fsencode(b), _RENAME_EXCHANGE) == 0)
