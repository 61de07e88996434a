"""From an Encyclopedia to pages: pure, `{path: text}` out. Every page is plain Markdown or JSON before MkDocs sees it.

Templates escape by default: whatever an entry says comes out as that text, unless a template asks for `prose`.
"""

import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jinja2

from generator import difference, plot, prose, runnable, terms
from generator.contributing import links
from generator.coverage import count
from generator.encyclopedia import Encyclopedia
from generator.entry import Entry, Proof, walk_texts
from generator.entry import Markdown as EntryMarkdown
from generator.exercise import Exercise, exercise_of
from generator.ledger import Ledger, ProofRecord, Side
from generator.samples import sample_logs
from generator.snippet import Snippet

OUTPUT_LINES = 30
OUTPUT_WIDTH = 400


@dataclass(frozen=True)
class SiteSettings:
    """What pages need to know of mkdocs.yml."""

    name: str
    repo_url: str = ""
    """The public repository; without it there are no links to edit a page or to see its history."""
    site_url: str = ""
    """Where the site is published; without it nothing names an absolute address."""
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
        """The series of broken and of fixed, where the proof names the axes to draw them on: not every list of numbers is a curve."""
        if self.proof.plot is None:
            return None
        sides = self.record.sides if self.record else {}
        broken, fixed = (sides[name].series if name in sides else None for name in ("broken", "fixed"))
        return (broken, fixed) if broken and fixed else None


def render(encyclopedia: Encyclopedia, templates: jinja2.BaseLoader, site: SiteSettings) -> dict[str, str]:
    """Render the pages that the engine turns into HTML.

    Args:
        encyclopedia: What the pages are about.
        templates: Where the Jinja templates come from.
        site: The settings of mkdocs.yml that show on pages.

    Returns:
        The text of each file by its path below the folder that MkDocs reads.
    """
    return render_pages(Pages(encyclopedia, templates, site))


def render_pages(pages: "Pages") -> dict[str, str]:
    """Render the pages that the engine turns into HTML."""
    book = pages.encyclopedia
    return {path: pages.page(template, path, **context) for path, template, context in _lists(book)} | {
        path: text for slug in book.entries for path, text in pages.entry_pages(slug).items()
    }


def render_entry(encyclopedia: Encyclopedia, templates: jinja2.BaseLoader, site: SiteSettings, slug: str) -> dict[str, str]:
    """Render the pages of one entry: what an edit of it shows first."""
    return Pages(encyclopedia, templates, site).entry_pages(slug)


def _lists(book: Encyclopedia) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, template and context of every page that is about more than one entry."""
    for name in ("entries", "signs", "categories", "tags", "practice"):
        yield f"{name}/index.md", f"{name}.md.j2", {}
    yield "index.md", "home.md.j2", {"coverage": coverage_counts(book)}
    yield "proofs.md", "proofs.md.j2", {}
    yield "search.md", "search.md.j2", {}
    yield "contributing.md", "contributing.md.j2", {}
    if book.coverage is not None:
        yield "coverage.md", "coverage.md.j2", coverage_counts(book)
    yield "diagnose.md", "diagnose.md.j2", {}
    known = book.taxonomy
    groups = ((book.by_category, known.categories), (book.by_tag, known.tags), (book.by_sign, known.signs))
    categories, tags, signs = ({word: slugs for word, slugs in group.items() if word in meanings} for group, meanings in groups)
    for category, slugs in categories.items():
        yield f"categories/{category}.md", "category.md.j2", {"category": category, "slugs": slugs}
    for tag, slugs in tags.items():
        yield f"tags/{tag}.md", "tag.md.j2", {"tag": tag, "slugs": slugs}
    for sign, slugs in signs.items():
        yield f"signs/{sign}.md", "sign.md.j2", {"sign": sign, "slugs": slugs}


def coverage_counts(book: Encyclopedia) -> dict[str, Any]:
    """Return what the page on coverage shows: each source with its count, and the count of all."""
    written = {*book.published, *book.redirects}
    sources = book.coverage.sources if book.coverage else ()
    counts = [(source, count(source.leaves, written)) for source in sources]
    return {"counts": counts, "total": count([leaf for source in sources for leaf in source.leaves], written)}


def render_twin(encyclopedia: Encyclopedia, templates: jinja2.BaseLoader, site: SiteSettings, slug: str) -> str:
    """Render an entry as plain CommonMark with tables: the same facts as its page, for terminals."""
    return Pages(encyclopedia, templates, site).twin(slug)


class _Compiled(jinja2.BytecodeCache):
    """Keeps compiled templates while the program runs: compiling them takes longer than rendering an entry."""

    def __init__(self) -> None:
        self.codes: dict[str, bytes] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Give a template its code; Jinja drops it if the template's text has changed since."""
        if bucket.key in self.codes:
            bucket.bytecode_from_string(self.codes[bucket.key])

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Keep a template's code."""
        self.codes[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


class Pages:
    """The Jinja environment with what templates may call."""

    def __init__(self, encyclopedia: Encyclopedia, templates: jinja2.BaseLoader, site: SiteSettings) -> None:
        self.encyclopedia = encyclopedia
        self._views: dict[str, list[ProofView]] = {}
        self._exercises: dict[str, Exercise | None] = {}
        self._phrases = terms.index(encyclopedia.entries)
        self.site = site
        environment = jinja2.Environment(
            loader=templates,
            bytecode_cache=_COMPILED,
            finalize=_escape_unless_markdown,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,  # noqa: S701 - the pages are Markdown: `finalize` escapes for that
        )
        environment.filters |= {
            "prose": _prose,
            "inline": _inline,
            "opening": lambda text: _cut(text)[0],
            "rest": lambda text: _cut(text)[1],
            "first_sentence": prose.first_sentence,
            "plain": prose.plain,
            "code": prose.code_span,
            "fence": prose.fence,
            "below": _indent,
            "json": lambda value: prose.Markdown(json.dumps(value, ensure_ascii=False)),
            "data": _data,
            "shorten": shorten,
            "href": lambda url: prose.Markdown(url.replace("(", "%28").replace(")", "%29")),
            "quoted": lambda text: prose.Markdown(prose.escape(text).replace('"', "&#34;")),
            "html": prose.preformatted,
            "raw": prose.Markdown,
        }
        environment.globals |= {
            "book": encyclopedia,
            "words": encyclopedia.taxonomy,
            "site": site,
            "plot": _plot,
            "description": _description,
            "printed": printed,
            "terminal": terminal,
            "difference": lambda view, label: difference.html(view.snippet.difference(), label),
            "runnable": runnable.fixed_code,
            "commands": runnable.commands,
            "declared": declared_in_words,
            "proof_views": self.proof_views,
            "exercise": self.exercise,
            "facets": self.facets,
            "front": self._front_matter,
            "key": _answer_key,
            "sample_logs": lambda: sample_logs(encyclopedia),
            "titles": lambda group: {name: word.title for name, word in group.items()},
            "all_proved": self.all_proved,
            "contribute": links.Links(site, encyclopedia),
        }
        environment.tests |= {"has_exercise": lambda slug: self.exercise(slug) is not None, "prints": _prints}
        self.environment = environment

    def page(self, template: str, path: str, **context: Any) -> str:
        """Render one template as the page of a path below the site."""
        folder = posixpath.dirname(path)

        def to(target: str) -> prose.Markdown:
            return prose.Markdown(posixpath.relpath(target, folder or "."))

        def link(target: str) -> prose.Markdown:
            """The address of a page or file for raw HTML, seen from this page's own folder."""
            here = path.removesuffix("index.md").removesuffix(".md") or "."
            return prose.Markdown(posixpath.relpath(target, here) + ("/" if target.endswith("/") else ""))

        context = {"linker": None, "tex": False} | context
        text = self.environment.get_template(template).render(context, path=path, to=to, link=link)
        return _squeeze(text)

    def _front_matter(
        self,
        title: str,
        description: str,
        *,
        scripts: Sequence[str] = (),
        crumbs: Sequence[Sequence[str]] = (),
        kind: str = "WebPage",
        date: str = "",
        twin: str = "index.md",
    ) -> prose.Markdown:
        """Write what the theme needs to know of a page; JSON is YAML too."""
        hide = ["navigation"] if kind == "TechArticle" else ["navigation", "toc"]  # only an article is long
        facts = {"title": title, "description": description, "hide": hide, "scripts": scripts, "kind": kind, "twin": twin}
        facts["ld"] = _data(linked_data(self.site, title, description, crumbs, kind, date))
        lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items() if value]
        return prose.Markdown("\n".join(["---", *lines, "---"]))

    def entry_pages(self, slug: str) -> dict[str, str]:
        """Render an entry's page and its exercise."""
        entry = self.encyclopedia.entries[slug]
        path = f"entries/{slug}.md"
        linker = terms.Linker(self._phrases, slug, lambda target: posixpath.relpath(target, "entries"))
        files = {path: self.page("entry.md.j2", path, linker=linker, **self._entry_context(slug))}
        if entry.status == "published" and self.exercise(slug):
            path = f"practice/{slug}.md"
            files[path] = self.page("exercise.md.j2", path, **self._entry_context(slug))
        return files

    def twin(self, slug: str) -> str:
        """Render an entry as plain Markdown."""
        return prose.readable(self.page("twin.md.j2", f"entries/{slug}.md", tex=True, **self._entry_context(slug)))

    def _entry_context(self, slug: str) -> dict[str, Any]:
        entry = self.encyclopedia.entries[slug]
        views = self.proof_views(slug)
        proved = [view for view in views if view.holds]
        first_fix = next((fix for fix in entry.fixes if any(view.proof in fix.proofs for view in proved)), None)
        of_first = [view for view in proved if first_fix and view.proof in first_fix.proofs]
        return {
            "slug": slug,
            "entry": entry,
            "views": views,
            "fixes": [(fix, [view for view in views if view.proof in fix.proofs]) for fix in entry.fixes],
            "first_fix": first_fix,
            "smallest": min(of_first, key=lambda view: view.snippet.changed_lines(), default=None),
            "ledger": self.encyclopedia.ledgers.get(slug),
            "versions": _versions([view.record for view in proved if view.record]),
            "causes": {cause.id: cause for cause in entry.root_causes},
            "mistakes": [(mistake, *self._mistake_side(slug, mistake.proof)) for mistake in entry.mistakes],
            "related": self.encyclopedia.related(slug),
            "minutes": reading_minutes(entry),
        }

    def all_proved(self, slug: str) -> bool:
        """Tell whether an entry has proofs and all of them hold."""
        views = self.proof_views(slug)
        return bool(views) and all(view.holds for view in views)

    def exercise(self, slug: str) -> Exercise | None:
        """Return the exercise of an entry, if one of its proofs holds."""
        if slug not in self._exercises:
            proved = [view.proof.snippet for view in self.proof_views(slug) if view.holds]
            snippets = self.encyclopedia.snippets.get(slug, {})
            self._exercises[slug] = exercise_of(self.encyclopedia.entries[slug], snippets, proved)
        return self._exercises[slug]

    def facets(self, slug: str) -> str:
        """Return what an entry can be filtered by, as one attribute value."""
        entry = self.encyclopedia.entries[slug]
        values: dict[str, Iterable[str]] = {
            "category": [entry.category],
            "kind": [entry.kind],
            "stage": entry.stages,
            "sign": dict.fromkeys(symptom.sign for symptom in entry.symptoms),
            "stack": dict.fromkeys(proof.stack for _, _, proof in entry.proofs()),
            "tag": entry.tags,
        }
        return prose.Markdown(" ".join(f"{facet}:{value}" for facet, group in values.items() for value in group))

    def proof_views(self, slug: str) -> list[ProofView]:
        """Return the proofs of an entry as pages show them."""
        if slug not in self._views:
            self._views[slug] = self._read_views(slug)
        return self._views[slug]

    def _read_views(self, slug: str) -> list[ProofView]:
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


@jinja2.pass_context
def _prose(context: jinja2.runtime.Context, text: str) -> prose.Markdown:
    return prose.to_markdown(text, context.get("linker"), tex=context.get("tex", False))


@jinja2.pass_context
def _inline(context: jinja2.runtime.Context, text: str) -> prose.Markdown:
    return prose.to_inline(text, context.get("linker"), tex=context.get("tex", False))


_SENTENCE_END = re.compile(r"""[.!?][)"'*_`]*$""")


def _cut(text: str) -> tuple[str, str]:
    """Part a text after its first paragraph, or where the sentence ends that goes on in a list, a formula or a fence."""
    blocks = text.strip().split("\n\n")
    for n in range(1, len(blocks)):
        first = "\n\n".join(blocks[:n])
        if first.count("```") % 2 == 0 and _SENTENCE_END.search(first):
            return first, "\n\n".join(blocks[n:])
    return text, ""


def _data(value: Any) -> prose.Markdown:
    """Write data for a script element: nothing in it can end the element."""
    return prose.Markdown(json.dumps(value, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c"))


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
    if view.series is None or view.proof.plot is None:
        return prose.Markdown("")
    return prose.Markdown(plot.svg(*view.series, view.proof.plot, title))


def _description(view: ProofView, title: str) -> str:
    if view.series is None or view.proof.plot is None:
        return ""
    return plot.description(*view.series, view.proof.plot, title)


def printed(side: Side) -> str:
    """Return what a side printed as a terminal would show it, its traceback last; what is long loses its middle."""
    lines = "\n".join(part for part in (side.stdout, side.stderr, side.traceback) if part).split("\n")
    if len(lines) > OUTPUT_LINES:
        half = OUTPUT_LINES // 2
        lines = [*lines[:half], f"… {len(lines) - OUTPUT_LINES} lines …", *lines[-half:]]
    return "\n".join(_shorter_line(line) for line in lines)


def _prints(view: ProofView) -> bool:
    return view.record is not None and "broken" in view.record.sides and printed(view.record.sides["broken"]) != ""


def _answer_key(exercise: Exercise) -> dict[str, Any]:
    """Return what the browser needs to judge an answer: numbers of words, and lines for the hints."""
    places = [{"words": p.words, "first": p.first, "last": p.last, "adds": p.adds} for p in exercise.places]
    return {"places": places, "lures": [{"words": lure.words, "why": prose.plain(lure.why)} for lure in exercise.lures]}


def _shorter_line(line: str) -> str:
    half = OUTPUT_WIDTH // 2
    return line if len(line) <= OUTPUT_WIDTH else f"{line[:half]} … {len(line) - OUTPUT_WIDTH} characters … {line[-half:]}"


def terminal(text: str, label: str) -> prose.Markdown:
    """Set captured output like a terminal."""
    shown = prose.preformatted(text)
    head = f'<pre tabindex="0" role="region" aria-label="{prose.preformatted(label)}">'
    return prose.Markdown(f'<div class="fp-terminal">{head}<samp>{shown}</samp></pre></div>')


def linked_data(site: SiteSettings, title: str, description: str, crumbs: Sequence[Sequence[str]], kind: str, date: str) -> dict[str, Any]:
    """Describe a page for crawlers, as schema.org has it; addresses only where the site's own is known."""
    about: dict[str, Any] = {"@type": kind, "name": title, "description": description, "inLanguage": "en", "isAccessibleForFree": True}
    if kind == "TechArticle":
        about |= {"headline": title, "publisher": {"@type": "Organization", "name": site.name}}
    if date:
        about["dateModified"] = date
    trail = [
        {"@type": "ListItem", "position": n, "name": name} | ({"item": site.site_url + target} if site.site_url else {})
        for n, (name, target) in enumerate([(site.name, ""), *crumbs], 1)
    ]
    trail.append({"@type": "ListItem", "position": len(trail) + 1, "name": title})
    return {"@context": "https://schema.org", "@graph": [about, {"@type": "BreadcrumbList", "itemListElement": trail}]}


def reading_minutes(entry: Entry) -> int:
    """Estimate how long the running text takes: 230 words a minute, code and folded answers included."""
    count = sum(len(text.split()) for _, text, kind in walk_texts(entry) if kind is EntryMarkdown)
    return max(1, round(count / 230))


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
