"""From an Encyclopedia to pages: pure, `{path: text}` out. Every page is plain Markdown or JSON before MkDocs sees it.

Templates escape by default: whatever an entry says comes out as that text, unless a template asks for `prose`.
"""

import json
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jinja2

from generator import plot, prose
from generator.contributing import links
from generator.encyclopedia import Encyclopedia
from generator.entry import Plot, Proof
from generator.ledger import Ledger, ProofRecord, Side
from generator.schema import schema_text
from generator.snippet import Snippet

API_VERSION = 1
OUTPUT_LINES = 30


@dataclass(frozen=True)
class SiteSettings:
    """What pages need to know of mkdocs.yml."""

    name: str
    repo_url: str = ""
    """The public repository; without it there are no links to edit a page or to see its history."""
    description: str = ""
    """What the site is, in a sentence."""
    contributing: str = ""
    """The text of CONTRIBUTING.md."""


@dataclass(frozen=True)
class ProofView:
    """One proof as a page shows it: the declaration, the code, the record."""

    proof: Proof
    snippet: Snippet
    record: ProofRecord | None
    holds: bool
    stale: str

    @property
    def difference(self) -> str:
        """The two sides as one unified difference."""
        return "\n".join(self.snippet.difference())

    @property
    def seeds(self) -> str:
        """The seeds under which all sides were run."""
        return ", ".join(self.record.sides["broken"].seeds) if self.record else ""

    @property
    def series(self) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
        """The series of broken and of fixed, where both returned one."""
        sides = self.record.sides if self.record else {}
        broken, fixed = (sides[name].series if name in sides else None for name in ("broken", "fixed"))
        return (broken, fixed) if broken and fixed else None


def render(encyclopedia: Encyclopedia, templates: jinja2.BaseLoader, site: SiteSettings) -> dict[str, str]:
    """Render every page of the site.

    Args:
        encyclopedia: What the pages are about.
        templates: Where the Jinja templates come from.
        site: The settings of mkdocs.yml that show on pages.

    Returns:
        The text of each file by its path below the folder that MkDocs reads.
    """
    pages = _Pages(encyclopedia, templates, site)
    files = {
        "index.md": pages.page("home.md.j2", "index.md"),
        "entries/index.md": pages.page("entries.md.j2", "entries/index.md"),
        "categories/index.md": pages.page("categories.md.j2", "categories/index.md"),
        "tags/index.md": pages.page("tags.md.j2", "tags/index.md"),
        "proofs.md": pages.page("proofs.md.j2", "proofs.md"),
        "contributing.md": pages.page("contributing.md.j2", "contributing.md"),
    }
    for slug in encyclopedia.entries:
        files[f"entries/{slug}.md"] = pages.entry(slug)
        files[f"api/entries/{slug}.json"] = _json(entry_data(encyclopedia, slug))
    for category, slugs in encyclopedia.by_category.items():
        path = f"categories/{category}.md"
        files[path] = pages.page("category.md.j2", path, category=category, slugs=slugs)
    for tag, slugs in encyclopedia.by_tag.items():
        path = f"tags/{tag}.md"
        files[path] = pages.page("tag.md.j2", path, tag=tag, slugs=slugs)
    for alias, slug in encyclopedia.redirects.items():
        files[f"entries/{alias}/index.html"] = pages.page("redirect.html.j2", f"entries/{alias}/index.html", slug=slug)
    entries = [entry_data(encyclopedia, slug) for slug in encyclopedia.entries]
    files["api/entry.schema.json"] = schema_text(encyclopedia.taxonomy, encyclopedia.entries)
    files["api/entries.json"] = _json({"schema": API_VERSION, "entries": entries})
    return files


def render_twin(encyclopedia: Encyclopedia, templates: jinja2.BaseLoader, site: SiteSettings, slug: str) -> str:
    """Render an entry as plain CommonMark with tables: the same facts as its page, for terminals."""
    return _Pages(encyclopedia, templates, site).entry(slug, "twin.md.j2")


def entry_data(encyclopedia: Encyclopedia, slug: str) -> dict[str, Any]:
    """Return all that is known of an entry as plain data, code and ledger included."""
    entry = encyclopedia.entries[slug]
    ledger = encyclopedia.ledgers.get(slug)
    snippets = encyclopedia.snippets.get(slug, {})
    return {
        "schema": API_VERSION,
        "slug": slug,
        "page": f"entries/{slug}/",
        **entry.model_dump(mode="json", exclude_none=True),
        "snippets": {name: _snippet_data(snippet) for name, snippet in snippets.items()},
        "proved": all(encyclopedia.is_proved(slug, proof) for _, _, proof in entry.proofs()),
        "ledger": ledger.model_dump(mode="json", by_alias=True, exclude_none=True) if ledger else None,
        "neighbours": [{"slug": r.slug, "named": r.explicit, "shared_tags": list(r.shared_tags)} for r in encyclopedia.related(slug)],
    }


def _snippet_data(snippet: Snippet) -> dict[str, Any]:
    sides = {name: function.source for name, function in snippet.functions.items()}
    return {"statement": snippet.statement, "text": snippet.text, "setup": snippet.setup, "functions": sides}


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


class _Pages:
    """The Jinja environment with what templates may call."""

    def __init__(self, encyclopedia: Encyclopedia, templates: jinja2.BaseLoader, site: SiteSettings) -> None:
        self.encyclopedia = encyclopedia
        environment = jinja2.Environment(
            loader=templates,
            finalize=_escape_unless_markdown,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,  # noqa: S701 - the pages are Markdown: `finalize` escapes for that
        )
        environment.filters |= {
            "prose": prose.to_markdown,
            "inline": prose.to_inline,
            "first_sentence": prose.first_sentence,
            "code": prose.code_span,
            "fence": prose.fence,
            "below": _indent,
            "json": lambda value: prose.Markdown(json.dumps(value, ensure_ascii=False)),
            "shorten": shorten,
            "href": lambda url: prose.Markdown(url.replace("(", "%28").replace(")", "%29")),
            "quoted": lambda text: prose.Markdown(prose.escape(text).replace('"', "&#34;")),
            "raw": prose.Markdown,
        }
        environment.globals |= {
            "book": encyclopedia,
            "words": encyclopedia.taxonomy,
            "site": site,
            "plot": _plot,
            "description": _description,
            "printed": printed,
            "declared": declared_in_words,
            "proof_views": self.proof_views,
            "contribute": links.Links(site, encyclopedia),
        }
        self.environment = environment

    def page(self, template: str, path: str, **context: Any) -> str:
        folder = posixpath.dirname(path)

        def to(target: str) -> prose.Markdown:
            return prose.Markdown(posixpath.relpath(target, folder or "."))

        text = self.environment.get_template(template).render(context, path=path, to=to)
        return _squeeze(text)

    def entry(self, slug: str, template: str = "entry.md.j2") -> str:
        entry = self.encyclopedia.entries[slug]
        views = self.proof_views(slug)
        proved = [view for view in views if view.holds]
        smallest = min(proved, key=lambda view: view.snippet.changed_lines(), default=None)
        return self.page(
            template,
            f"entries/{slug}.md",
            slug=slug,
            entry=entry,
            views=views,
            fixes=[(fix, [view for view in views if view.proof in fix.proofs]) for fix in entry.fixes],
            smallest=smallest,
            smallest_fix=next((fix for fix in entry.fixes if smallest and smallest.proof in fix.proofs), None),
            ledger=self.encyclopedia.ledgers.get(slug),
            versions=_versions([view.record for view in proved if view.record]),
            causes={cause.id: cause for cause in entry.root_causes},
            mistakes=[(mistake, *self._mistake_side(slug, mistake.proof)) for mistake in entry.mistakes],
            related=self.encyclopedia.related(slug),
        )

    def proof_views(self, slug: str) -> list[ProofView]:
        book = self.encyclopedia
        snippets = book.snippets.get(slug, {})
        return [
            ProofView(
                proof,
                snippets[proof.snippet],
                book.record(slug, proof),
                book.is_proved(slug, proof),
                book.stale.get((slug, proof.snippet), ""),
            )
            for _, _, proof in book.entries[slug].proofs()
            if {"broken", "fixed"} <= (snippets[proof.snippet].functions.keys() if proof.snippet in snippets else set())
        ]

    def _mistake_side(self, slug: str, reference: str | None) -> tuple[Snippet | None, str, Side | None]:
        """Find the code and the record of a mistake that an entry cites."""
        if reference is None:
            return None, "", None
        name, side = reference.split("#")
        snippet = self.encyclopedia.snippets.get(slug, {}).get(name)
        ledger: Ledger | None = self.encyclopedia.ledgers.get(slug)
        record = ledger.record(name) if ledger else None
        return (snippet if snippet and side in snippet.functions else None), side, record.sides.get(side) if record else None


def _escape_unless_markdown(value: Any) -> Any:
    """Escape what a template prints; numbers and finished Markdown pass."""
    return prose.escape(value) if isinstance(value, str) and not isinstance(value, prose.Markdown) else value


def _indent(text: str, spaces: int = 4) -> prose.Markdown:
    """Indent the second and further lines of finished Markdown, below a tab, an admonition or a list item."""
    first, *rest = text.split("\n")
    return prose.Markdown("\n".join([first, *(" " * spaces + line if line.strip() else "" for line in rest)]))


def _squeeze(text: str) -> str:
    """Drop superfluous blank lines outside fences, so that templates may be laid out for people."""
    out: list[str] = []
    ticks = ""
    for line in text.split("\n"):
        bare = line.strip()
        if ticks:
            ticks = "" if bare == ticks else ticks
        elif bare.startswith("```"):
            ticks = "`" * (len(bare) - len(bare.lstrip("`")))
        elif not bare and out and not out[-1].strip():
            continue
        out.append(line.rstrip() if not ticks else line)
    return "\n".join(out).strip("\n") + "\n"


def _plot(view: ProofView, title: str) -> prose.Markdown:
    if view.series is None:
        return prose.Markdown("")
    return prose.Markdown(plot.svg(*view.series, view.proof.plot, title))


def _description(view: ProofView, title: str) -> str:
    broken, fixed = view.series or ((), ())
    return plot.description(broken, fixed, view.proof.plot or Plot(x="index", y="value"), title)


def printed(side: Side) -> str:
    """Return what a side printed as a terminal would show it, its traceback last; a long one loses its middle."""
    lines = "\n".join(part for part in (side.stdout, side.stderr, side.traceback) if part).split("\n")
    if len(lines) > OUTPUT_LINES:
        half = OUTPUT_LINES // 2
        lines = [*lines[:half], f"… {len(lines) - OUTPUT_LINES} lines …", *lines[-half:]]
    return "\n".join(lines)


def declared_in_words(proof: Proof) -> str:
    """Say what the broken side has to show."""
    facts = proof.broken.model_dump()
    match facts:
        case {"fails": _}:
            return "its result fails the check"
        case {"raises": kind}:
            return f"it raises {kind}"
        case {"prints": _}:
            return "it prints the line"
        case {"hangs": seconds}:
            return f"it still runs after {seconds} s"
        case _:
            return f"the process ends by {facts['dies']}"


def shorten(text: str, limit: int = 200) -> str:
    """Cut a text at a word."""
    words = " ".join(text.split())
    return words if len(words) <= limit else words[:limit].rsplit(" ", 1)[0] + " …"


def _versions(records: list[ProofRecord]) -> Mapping[str, str]:
    return {name: version for record in records for name, version in sorted(record.key.versions.items())}
