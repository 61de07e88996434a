"""Starts an encyclopedia of another field: the starter's files, the templates of the site, the schema, the ledger of the example."""

import re
import shutil
from pathlib import Path

import generator
from generator import project as projects
from generator.formatting import MODELINE, SCHEMA_FILE
from generator.project import Project
from generator.schema import schema_text

STARTER = Path(__file__).parent / "starter"
_IGNORED = shutil.ignore_patterns("__pycache__", "*.pyc")


def start(folder: Path, name: str) -> None:
    """Write a working encyclopedia with one example entry into an empty or new folder."""
    shutil.copytree(STARTER, folder, dirs_exist_ok=True, ignore=_IGNORED)
    shutil.copytree(_templates(), folder / "templates", dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    (folder / "gitignore").rename(folder / ".gitignore")
    for file in ("README.md", "Makefile", "mkdocs.yml"):
        path = folder / file
        path.write_text(_named(path.read_text(encoding="utf-8"), name), encoding="utf-8")
    project = Project(folder.resolve())
    taxonomy = projects.read(project).encyclopedia.taxonomy
    slugs = [path.stem for path in project.entries.glob("[!_]*.yaml")]
    for slug in slugs:
        path = project.entry(slug)
        path.write_text(f"{MODELINE}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    (project.entries / SCHEMA_FILE).write_text(schema_text(taxonomy, slugs), encoding="utf-8")


def _templates() -> Path:
    """Return the site's templates: part of the package where it was installed, beside it in a checkout."""
    package = Path(generator.__file__).parent
    return next(path for path in (package / "templates", package.parent / "templates") if path.is_dir())


def _named(text: str, name: str) -> str:
    """Put the new name where ours stands."""
    description = f"{name}: failures, each with a fix that is proved by running it."
    text = re.sub(r"^site_name: .*", f"site_name: {_quoted(name)}", text, flags=re.MULTILINE)
    text = re.sub(r"^site_description: .*", f"site_description: {_quoted(description)}", text, flags=re.MULTILINE)
    text = re.sub(r"^(?:# *)?(?:repo_url|site_url|edit_uri): .*\n", "", text, flags=re.MULTILINE)
    source = Path(generator.__file__).parent.parent
    origin = str(source) if (source / "pyproject.toml").exists() else "failpedia"
    return text.replace("@NAME@", name).replace("@GENERATOR@", origin)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
