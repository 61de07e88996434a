"""What the site has for programs: JSON with its schema, Markdown twins, llms.txt, a feed, the proved files, redirects. Pure.

Nothing here passes through the engine: `{path: text}` out, below the finished site.
"""

import json
import posixpath
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import jinja2
from pydantic import Field

from generator import prose, search
from generator.diagnosis import index as diagnosis
from generator.encyclopedia import Encyclopedia
from generator.entry import Entry, Model
from generator.history import Dates
from generator.ledger import Ledger
from generator.render import Pages, SiteSettings, coverage_counts
from generator.schema import schema_text
from generator.snippet import Snippet

API_VERSION = 2
FEED_LENGTH = 50


class SnippetData(Model):
    """One proved file, whole and in parts."""

    statement: str
    text: str
    setup: str
    functions: dict[str, str]


class Neighbour(Model):
    """A related entry, and why it is one."""

    slug: str
    named: bool
    shared_tags: tuple[str, ...]


class PublishedEntry(Entry):
    """What api/entries/<slug>.json holds: the entry, its code and its ledger."""

    schema_version: int = Field(alias="schema")
    slug: str
    page: str
    markdown: str
    snippets: dict[str, SnippetData]
    proved: bool
    ledger: Ledger | None
    neighbours: tuple[Neighbour, ...]


def render_files(book: Encyclopedia, templates: jinja2.BaseLoader, site: SiteSettings) -> dict[str, str]:
    """Render everything that is not a page for people."""
    return files_of(Pages(book, templates, site))


def files_of(pages: Pages, history: Mapping[str, Dates] | None = None) -> dict[str, str]:
    """Render everything that is not a page for people, with what the pages have worked out already and when entries changed."""
    book, site = pages.encyclopedia, pages.site
    files: dict[str, str] = {}
    for slug in book.entries:
        files |= _of_entry(book, pages, slug)
    for alias, slug in book.redirects.items():
        files[f"entries/{alias}/index.html"] = pages.page("redirect.html.j2", f"entries/{alias}/index.html", slug=slug)
    files |= dict(_twins_of_lists(book, pages))
    twins = [files[f"entries/{slug}/index.md"] for slug in book.published]
    files["llms-full.txt"] = "\n\n---\n\n".join(twins)
    files["llms.txt"] = prose.readable(pages.page("llms.txt.j2", "llms.txt"))
    files["feed.xml"] = feed(book, site, history or {})
    files["api/index.json"] = _json(_index(book))
    files["api/entries.json"] = _json({"schema": API_VERSION, "entries": [_card(book, pages, slug) for slug in book.entries]})
    files["api/entry.schema.json"] = schema_text(book.taxonomy, book.entries)
    files["api/diagnosis.json"] = json.dumps(diagnosis.build(book), ensure_ascii=False, separators=(",", ":")) + "\n"
    files["api/published-entry.schema.json"] = _json(PublishedEntry.model_json_schema())
    return files | search.index(book)


def render_files_of(book: Encyclopedia, templates: jinja2.BaseLoader, site: SiteSettings, slug: str) -> dict[str, str]:
    """Render what one entry has of its own: what an edit of it changes first."""
    return _of_entry(book, Pages(book, templates, site), slug)


def _of_entry(book: Encyclopedia, pages: Pages, slug: str) -> dict[str, str]:
    files = {f"entries/{slug}/{name}": snippet.text for name, snippet in book.snippets.get(slug, {}).items()}
    ledger = book.ledgers.get(slug)
    if ledger:
        files[f"entries/{slug}/proof.json"] = ledger.model_dump_json(by_alias=True, exclude_none=True) + "\n"
    files[f"entries/{slug}/index.md"] = pages.twin(slug)
    files[f"api/entries/{slug}.json"] = _json(entry_data(book, slug))
    return files


def entry_data(encyclopedia: Encyclopedia, slug: str) -> dict[str, Any]:
    """Return all that is known of an entry as plain data, code and ledger included."""
    entry = encyclopedia.entries[slug]
    ledger = encyclopedia.ledgers.get(slug)
    snippets = encyclopedia.snippets.get(slug, {})
    return {
        "schema": API_VERSION,
        "slug": slug,
        "page": f"entries/{slug}/",
        "markdown": f"entries/{slug}/index.md",
        **entry.model_dump(mode="json", exclude_none=True),
        "snippets": {name: _snippet_data(snippet) for name, snippet in snippets.items()},
        "proved": all(encyclopedia.is_proved(slug, proof) for _, _, proof in entry.proofs()),
        "ledger": ledger.model_dump(mode="json", by_alias=True, exclude_none=True) if ledger else None,
        "neighbours": [{"slug": r.slug, "named": r.explicit, "shared_tags": list(r.shared_tags)} for r in encyclopedia.related(slug)],
    }


def _snippet_data(snippet: Snippet) -> dict[str, Any]:
    sides = {name: function.source for name, function in snippet.functions.items()}
    return {"statement": snippet.statement, "text": snippet.text, "setup": snippet.setup, "functions": sides}


def _card(book: Encyclopedia, pages: Pages, slug: str) -> dict[str, Any]:
    """Return what a list of entries needs; the rest is in the entry's own file."""
    entry = book.entries[slug]
    return {
        "slug": slug,
        "title": entry.title,
        "status": entry.status,
        "summary": prose.first_sentence(entry.summary),
        "category": entry.category,
        "kind": entry.kind,
        "stages": list(entry.stages),
        "signs": list(dict.fromkeys(symptom.sign for symptom in entry.symptoms)),
        "tags": list(entry.tags),
        "proved": pages.all_proved(slug),
        "data": f"api/entries/{slug}.json",
        "page": f"entries/{slug}/",
        "markdown": f"entries/{slug}/index.md",
    }


def _index(book: Encyclopedia) -> dict[str, Any]:
    """Say what the API has, so that a program needs to know one address only."""
    return {
        "schema": API_VERSION,
        "entries": "api/entries.json",
        "entry": "api/entries/{slug}.json",
        "entry_schema": "api/published-entry.schema.json",
        "source_schema": "api/entry.schema.json",
        "diagnosis": "api/diagnosis.json",
        "markdown": "entries/{slug}/index.md",
        "everything_as_text": "llms-full.txt",
        "feed": "feed.xml",
        "count": len(book.published),
    }


def _twins_of_lists(book: Encyclopedia, pages: Pages) -> Iterator[tuple[str, str]]:
    words = book.taxonomy
    everything = [(book.entries[slug].title, slug) for slug in book.published]
    lists: list[tuple[str, str, str, list[str]]] = [
        ("index.md", pages.site.name, pages.site.description, book.published),
        ("entries/index.md", "All failures", f"{len(everything)} failures.", book.published),
        ("practice/index.md", "Practice", "Failures whose broken code is an exercise.", [s for s in book.published if pages.exercise(s)]),
        ("proofs/index.md", "Proofs", "Failures all of whose proofs hold today.", [s for s in book.published if pages.all_proved(s)]),
    ]
    groups: list[tuple[str, dict[str, list[str]], Any]] = [
        ("categories", book.by_category, words.categories),
        ("signs", book.by_sign, words.signs),
        ("tags", book.by_tag, words.tags),
    ]
    for name, group, meanings in groups:
        rows = []
        for word, slugs in sorted(group.items()):
            known = meanings.get(word, word)
            title, meaning = (word, known) if isinstance(known, str) else (known.title, known.meaning)
            lists.append((f"{name}/{word}/index.md", title, meaning, slugs))
            rows.append((title, f"{name}/{word}/index.md", meaning))
        yield f"{name}/index.md", pages.page("words.twin.md.j2", f"{name}/index.md", title=name.capitalize(), rows=rows)
    yield "contributing/index.md", pages.page("contributing.twin.md.j2", "contributing/index.md")
    if book.coverage is not None:
        yield "coverage/index.md", prose.readable(pages.page("coverage.twin.md.j2", "coverage/index.md", **coverage_counts(book)))
    for path, title, meaning, slugs in lists:
        yield path, prose.readable(pages.page("list.twin.md.j2", path, title=title, meaning=meaning, slugs=slugs))


def feed(book: Encyclopedia, site: SiteSettings, history: Mapping[str, Dates]) -> str:
    """Write the Atom feed of new and changed entries; one that has no history is as old as its last proof."""
    proved = {slug: _midnight(ledger.date) for slug, ledger in book.ledgers.items()}
    dates = {slug: history.get(slug) or Dates(proved[slug], proved[slug]) for slug in book.published if slug in history or slug in proved}
    newest = sorted(sorted(dates), key=lambda slug: datetime.fromisoformat(dates[slug].last), reverse=True)
    base = site.site_url or ""
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"{f" xml:base={quoteattr(base)}" if base else ""}>',
        f"<title>{escape(site.name)}</title>",
        f"<id>{escape(base or _urn(''))}</id>",
        f"<updated>{dates[newest[0]].last if newest else _midnight('1970-01-01')}</updated>",
        f"<author><name>{escape(site.name)}</name></author>",
        f'<link rel="self" href={quoteattr(posixpath.join(base, "feed.xml"))}/>',
        f"<link href={quoteattr(base or './')}/>",
    ]
    for slug in newest[:FEED_LENGTH]:
        entry = book.entries[slug]
        parts += [
            "<entry>",
            f"<title>{escape(entry.title)}</title>",
            f"<id>{escape(f'{base}entries/{slug}/' if base else _urn(slug))}</id>",
            f"<published>{dates[slug].first}</published>",
            f"<updated>{dates[slug].last}</updated>",
            f"<link href={quoteattr(f'{base}entries/{slug}/')}/>",
            f'<category term="{escape(entry.category)}"/>',
            f"<summary>{escape(prose.plain(entry.summary))}</summary>",
            "</entry>",
        ]
    return "\n".join([*parts, "</feed>"]) + "\n"


def _urn(slug: str) -> str:
    return f"urn:failpedia:{slug}" if slug else "urn:failpedia"


def _midnight(date: str) -> str:
    return f"{date}T00:00:00+00:00"


def _json(data: Any) -> str:
    # Without indentation: that would be written by Python where the rest is C, and ledgers are large.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
