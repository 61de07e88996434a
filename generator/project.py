"""A project on disk: where its files are, and all of them read into an Encyclopedia with the problems they have."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from generator import coverage as coverages
from generator import ledger as ledgers
from generator import rules
from generator.diagnosis import language as languages
from generator.diagnosis.language import Language
from generator.encyclopedia import Encyclopedia
from generator.entry import Entry
from generator.formatting import SCHEMA_FILE
from generator.ledger import Ledger
from generator.loading import TAXONOMY, Loaded, load_coverage, load_entry, load_language, load_taxonomy
from generator.problems import Problem
from generator.schema import schema_text
from generator.snippet import Snippet, extract
from generator.taxonomy import Taxonomy

HEALTHY = "healthy"
"""The folder, among the log samples, of logs in which nothing is wrong."""


@dataclass(frozen=True)
class Project:
    """The folders of one encyclopedia."""

    root: Path

    @property
    def entries(self) -> Path:
        """One YAML file an entry, and the taxonomy."""
        return self.root / "entries"

    @property
    def snippets(self) -> Path:
        """One folder an entry: its snippets and its ledger."""
        return self.root / "snippets"

    @property
    def templates(self) -> Path:
        """Jinja templates, hand-written pages, styles."""
        return self.root / "templates"

    @property
    def logs(self) -> Path:
        """Real log samples, one folder an entry."""
        return self.root / "tests" / "logs"

    @property
    def schema(self) -> Path:
        """The JSON Schema of entries, for editors; without it the entries name none."""
        return self.entries / SCHEMA_FILE

    @property
    def published(self) -> Path:
        """Every slug that was ever published, one a line."""
        return self.root / "tests" / "published-slugs.txt"

    @property
    def config(self) -> Path:
        """The configuration of MkDocs."""
        return self.root / "mkdocs.yml"

    @property
    def constraints(self) -> Path:
        """The exact versions that proofs run with."""
        return self.root / "constraints.txt"

    def entry(self, slug: str) -> Path:
        """Return where an entry is."""
        return self.entries / f"{slug}.yaml"

    def ledger(self, slug: str) -> Path:
        """Return where an entry's ledger is."""
        return self.snippets / slug / ledgers.FILE

    def show(self, path: Path) -> str:
        """Return a path as messages show it: from the project's root."""
        return path.relative_to(self.root).as_posix()


@dataclass(frozen=True)
class SnippetFolder:
    """The files of one folder under snippets/: readable modules, the path of every file, and what Python cannot read."""

    snippets: dict[str, Snippet]
    files: dict[str, str]
    broken: dict[str, Problem]


@dataclass(frozen=True)
class Reading:
    """All that was read of a project, valid or not."""

    encyclopedia: Encyclopedia
    loaded: tuple[Loaded, ...]
    problems: tuple[Problem, ...]
    shared: frozenset[Problem] = frozenset()
    """Those of the files that all entries rest on: the taxonomy, the language of logs, the coverage."""

    def slugs(self) -> list[str]:
        """Return the slugs of all entry files, the invalid ones included."""
        return [item.slug for item in self.loaded]

    def problems_of(self, slugs: Iterable[str]) -> list[Problem]:
        """Return the problems of some entries: those of the entry files and of their snippet folders, and of what all entries rest on."""
        starts = tuple(start for slug in slugs for start in (f"entries/{slug}.yaml", f"snippets/{slug}/"))
        return [problem for problem in self.problems if problem.path.startswith(starts) or problem in self.shared]


@contextmanager
def _without_collector() -> Iterator[None]:
    """Thousands of entries are millions of objects that all stay: the collector would walk them again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_without_collector()
def read(project: Project, *, ledger_rules: bool = True) -> Reading:
    """Read a whole project.

    Args:
        project: Where it is.
        ledger_rules: Whether a missing, stale or failed ledger is a problem, and a file that is not in canonical form; not while proofs
            are being run.
    """
    source, taxonomy = load_taxonomy(project.entries / TAXONOMY, project.show(project.entries / TAXONOMY))
    paths = sorted(path for path in project.entries.glob("*.yaml") if not path.name.startswith("_") and path.is_file())
    loaded = tuple(load_entry(path, project.show(path)) for path in paths)
    folders = {path.name: _read_folder(project, path) for path in sorted(project.snippets.glob("[!._]*/"))}
    books, book_problems = _read_ledgers(project, folders)
    speech, language = load_language(project.entries / languages.FILE, project.show(project.entries / languages.FILE))
    encyclopedia = _collect(project, loaded, taxonomy, folders, books, language)
    others, coverage = load_coverage(project.entries / coverages.FILE, project.show(project.entries / coverages.FILE))
    encyclopedia = replace(encyclopedia, coverage=coverage)
    problems = [problem for item in loaded for problem in item.source.problems]
    shared = (*source.problems, *speech.problems, *others.problems)
    problems += shared
    problems += book_problems
    if taxonomy is not None:
        problems += rules.taxonomy_problems(loaded, taxonomy, source)
    problems += rules.reference_problems(loaded)
    problems += _lists_problems(project, loaded, taxonomy)
    problems += rules.filler_problems(loaded)
    problems += _folder_problems(loaded, folders)
    if ledger_rules:
        for item in loaded:
            problems += rules.form_problems(item, modeline=project.schema.exists())
            problems += rules.ledger_problems(item, encyclopedia, project.show(project.ledger(item.slug)))
        problems += rules.signature_problems(loaded, encyclopedia, _read_samples(project))
    if not speech.problems:
        problems += rules.series_problems(loaded, language)
    problems += rules.breadth_problems(loaded, _read_healthy(project))
    return Reading(encyclopedia, loaded, tuple(sorted(set(problems))), frozenset(shared))


def with_entry(project: Project, book: Encyclopedia, slug: str) -> tuple[Encyclopedia, Sequence[Problem]]:
    """Read one entry with its snippets and its ledger again; with problems of its own it stays as it was.

    What the other entries say of it is not looked at: `read` does that.
    """
    loaded = load_entry(project.entries / f"{slug}.yaml", f"entries/{slug}.yaml")
    if loaded.entry is None or loaded.source.problems:
        return book, loaded.source.problems
    path = project.snippets / slug
    folder = _read_folder(project, path) if path.is_dir() else SnippetFolder({}, {}, {})
    books, _ = _read_ledgers(project, [slug])
    entries = {slug: loaded.entry}
    stale = {place: why for place, why in book.stale.items() if place[0] != slug}
    changed = replace(
        book,
        entries={**book.entries, **entries},
        snippets={**book.snippets, slug: folder.snippets},
        ledgers={**book.ledgers, **books},
        stale=stale | dict(_stale(entries, {slug: folder.snippets}, books, dict(book.versions))),
    )
    return changed, tuple(folder.broken.values())


def _lists_problems(project: Project, loaded: Iterable[Loaded], taxonomy: Taxonomy | None) -> Iterator[Problem]:
    """Check what is kept about all entries: the schema for editors, and the list of every slug that was published."""
    slugs = [item.slug for item in loaded]
    if taxonomy is not None and project.schema.exists() and project.schema.read_text(encoding="utf-8") != schema_text(taxonomy, slugs):
        message = "it does not know today's fields, words and slugs"
        yield Problem(project.show(project.schema), 1, 1, "", message, "run: failpedia fmt", "schema-stale")
    if project.published.exists():
        lines = project.published.read_text(encoding="utf-8").split("\n")
        yield from rules.lost_slugs(loaded, lines, project.show(project.published))


def _collect(
    project: Project,
    loaded: Iterable[Loaded],
    taxonomy: Taxonomy | None,
    folders: dict[str, SnippetFolder],
    books: dict[str, Ledger],
    language: Language | None,
) -> Encyclopedia:
    entries = {item.slug: item.entry for item in loaded if item.entry is not None}
    snippets = {slug: folder.snippets for slug, folder in folders.items()}
    imports = tuple(sorted({name for group in snippets.values() for snippet in group.values() for name in snippet.imports}))
    versions = ledgers.installed_or_pinned(imports, project.constraints)
    stale = dict(_stale(entries, snippets, books, versions))
    empty = Taxonomy.model_construct(categories={}, kinds={}, stages={}, stacks={}, signs={}, tags={})
    return Encyclopedia(entries, taxonomy or empty, snippets, books, versions, stale, language)


def _stale(
    entries: dict[str, Entry], snippets: dict[str, dict[str, Snippet]], books: dict[str, Ledger], versions: dict[str, str]
) -> Iterator[tuple[tuple[str, str], str]]:
    for slug, entry in entries.items():
        for _, _, proof in entry.proofs():
            snippet = snippets.get(slug, {}).get(proof.snippet)
            record = books[slug].record(proof.snippet) if slug in books else None
            if snippet is None or record is None:
                continue
            own = {name: versions[name] for name in snippet.imports if name in versions}
            why = ledgers.stale_because(record, ledgers.key_of(proof, snippet, own))
            sides = {name for name in snippet.functions if name != "check"}
            if not why and set(record.sides) != sides:
                why = "its sides are not those of the snippet"
            if why:
                yield (slug, proof.snippet), why


def _read_folder(project: Project, folder: Path) -> SnippetFolder:
    snippets: dict[str, Snippet] = {}
    broken: dict[str, Problem] = {}
    files = {path.name: project.show(path) for path in sorted(folder.iterdir()) if path.is_file() and not path.name.startswith(".")}
    for name, shown in files.items():
        if not name.endswith(".py"):
            continue
        try:
            snippets[name] = extract((folder / name).read_text(encoding="utf-8"), shown)
        except SyntaxError as error:
            broken[name] = Problem(
                shown, error.lineno or 1, error.offset or 1, "", f"Python cannot read it: {error.msg}", "mend the syntax", "snippet-syntax"
            )
        except UnicodeDecodeError as error:
            broken[name] = Problem(shown, 1, 1, "", f"byte {error.start} is not UTF-8", "save the file as UTF-8", "snippet-syntax")
    return SnippetFolder(snippets, files, broken)


def _folder_problems(loaded: Iterable[Loaded], folders: dict[str, SnippetFolder]) -> Iterator[Problem]:
    slugs = set()
    for item in loaded:
        slugs.add(item.slug)
        folder = folders.get(item.slug, SnippetFolder({}, {}, {}))
        yield from rules.snippet_problems(item, folder.snippets, folder.files, folder.broken)
    for slug, folder in folders.items():
        if slug not in slugs:
            for path in folder.files.values():
                yield Problem(
                    path, 1, 1, "", f"there is no entry {slug}", f"write entries/{slug}.yaml, or delete the folder", "orphan-snippet"
                )


def _read_ledgers(project: Project, folders: Iterable[str]) -> tuple[dict[str, Ledger], list[Problem]]:
    books: dict[str, Ledger] = {}
    problems = []
    for slug in folders:
        path = project.ledger(slug)
        try:
            book = ledgers.read(path)
        except (ValueError, OSError) as error:
            hint = f"ledgers are written by the prover: delete it and run: failpedia prove {slug}"
            problems.append(Problem(project.show(path), 1, 1, "", f"not a ledger: {error}", hint, "ledger-invalid"))
            continue
        if book is not None:
            books[slug] = book
    return books, problems


def _read_healthy(project: Project) -> dict[str, list[str]]:
    paths = sorted((project.logs / HEALTHY).glob("*.log"))
    return {project.show(path): path.read_text(encoding="utf-8", errors="replace").split("\n") for path in paths}


def _read_samples(project: Project) -> dict[str, list[list[str]]]:
    samples: dict[str, list[list[str]]] = {}
    for path in sorted(project.logs.glob("*/*.log")):
        samples.setdefault(path.parent.name, []).append(path.read_text(encoding="utf-8", errors="replace").split("\n"))
    return samples
