"""What stands on the pages: the Markdown and JSON that `failpedia build` writes below build/docs."""

import html
import json
import re
from collections.abc import Callable
from pathlib import Path

import jinja2
import markdown
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from generator import prose
from generator.entry import Entry
from generator.machine import render_files
from generator.project import Project, read
from generator.render import SiteSettings, render
from tests.conftest import REPOSITORY, Sample

ENTRY = "entries/wrong-mean.yaml"
TEMPLATES = jinja2.FileSystemLoader(REPOSITORY / "templates" / "pages")
MORE = (
    "\nrelated: [wrong-median]\naffects: [spreadsheets]\nanalogy: Three small cakes do not outweigh a large one.\nrecap: [Divide once.]\n"
)


def pages(sample: Sample, repo_url: str = "", site_url: str = "") -> dict[str, str]:
    """Everything that is published: what the engine reads, and what it does not."""
    book, settings = read(Project(sample.root)).encyclopedia, SiteSettings("Sample", repo_url, site_url)
    return render_files(book, TEMPLATES, settings) | render(book, TEMPLATES, settings)


def second(sample: Sample, slug: str, extra: str = "") -> None:
    """Add an entry without proofs of its own."""
    text = re.sub(r"signatures:\n.*?confirm:", "confirm:", sample.read(ENTRY), flags=re.DOTALL)
    text = re.sub(r"    proofs:\n.*?references:", "    unproved: It cannot run here.\nreferences:", text, flags=re.DOTALL)
    sample.write(f"entries/{slug}.yaml", text.replace("title: The mean of means", f"title: {slug}") + extra)


def test_an_entry_page_has_its_sections_in_order(sample: Sample) -> None:
    page = pages(sample)["entries/wrong-mean.md"]
    headings = re.findall(r"^## (.*)", page, re.MULTILINE)
    assert headings == [
        *("How to confirm", "Fixes", "Symptoms and what they mean", "Why it happens", "What does not help", "Spot the bug"),
        *("References", "Ledger { #ledger }"),
    ]
    for text in (
        "mean 1.961, of the whole 2.281",  # measured, from the ledger
        "ValueError: unequal parts",  # the real traceback
        '<div class="fp-diff">',
        "def mistake_more_digits():",
        "seeds 0, 1, 2",
        "(#divide-once)",
    ):
        assert text in page


def test_an_absent_field_leaves_no_heading(sample: Sample) -> None:
    page = pages(sample)["entries/wrong-mean.md"]
    assert not re.search(r"^## (Prevention|For whom|At scale|In one minute|Questions|Go deeper|Related)", page, re.MULTILINE)


def test_difference_and_code_are_those_of_the_file(sample: Sample) -> None:
    page = pages(sample)["entries/wrong-mean.md"]
    old, new = (re.findall(rf"<{mark}>(.*?)</{mark}>", page)[0] for mark in ("del", "ins"))
    assert re.sub("</?mark>", "", old) == "    return sum(sum(part) / len(part) for part in parts) / len(parts)"
    assert re.sub("</?mark>", "", new) == "    return sum(sum(part) for part in parts) / sum(len(part) for part in parts)"
    assert re.findall("<mark>(.*?)</mark>", old) == [" / len(part)"]
    assert re.findall("<mark>(.*?)</mark>", new)[0] == "sum("


def test_stale_failed_and_missing_proofs_are_visible(variant: Callable[[str, str, str], Sample]) -> None:
    sample = variant("snippets/wrong-mean/warn.py", "parts = [[1], [2, 3]]", "parts = [[1], [2, 3], []]")
    sample.edit("snippets/wrong-mean/proof.json", '"verdict": "clean"', '"verdict": "reproduced"')
    page, proofs = pages(sample)["entries/wrong-mean.md"], pages(sample)["proofs.md"]
    assert "not all proved" in page
    assert ">stale</a> the snippet changed since it was proved" in page
    assert ">failed</a>" in page
    assert all(f">{state}</span> {count}" in proofs for state, count in (("stale", "1"), ("failed", "1"), ("proved", "3 of 5")))


def test_an_alias_redirects_and_withdrawn_and_superseded_keep_a_page(sample: Sample) -> None:
    second(sample, "wrong-median", "status: withdrawn\nreason: Nobody could reproduce it.\naliases: [bad-median]\n")
    second(sample, "old-mean", "status: superseded\nsuperseded_by: wrong-mean\n")
    files = pages(sample)
    assert 'url=../wrong-median/"' in files["entries/bad-median/index.html"]
    assert '!!! danger "Withdrawn"\n\n    Nobody could reproduce it.' in files["entries/wrong-median.md"]
    assert "This is now covered by [The mean of means is not the mean](wrong-mean.md)" in files["entries/old-mean.md"]
    assert not any("wrong-median" in files[path] for path in ("tags/mean.md", "signs/number-is-off.md", "llms.txt", "feed.xml"))


def test_related_entries_name_the_shared_tags_and_rare_tags_weigh_more(sample: Sample) -> None:
    sample.edit("entries/_taxonomy.yaml", "tags:", 'tags:\n  rare: "A rare one."')
    sample.edit(ENTRY, "tags: [mean]", "tags: [mean, rare]")
    for slug in ("a-common", "b-rare"):
        second(sample, slug)
    sample.edit("entries/a-common.yaml", "tags: [mean, rare]", "tags: [mean]")
    section = pages(sample)["entries/wrong-mean.md"].split("## Related failures")[1]
    assert section.index("b-rare.md") < section.index("a-common.md")
    assert re.search(r"b-rare\.md\), also \[rare\].*\[mean\]", section)


def test_edit_and_history_links_need_a_repository(sample: Sample) -> None:
    assert "Edit this entry" not in pages(sample)["entries/wrong-mean.md"]
    page = pages(sample, "https://example.org/repo")["entries/wrong-mean.md"]
    assert 'href="https://example.org/repo/edit/main/entries/wrong-mean.yaml"' in page
    assert 'href="https://example.org/repo/commits/main/entries/wrong-mean.yaml"' in page


def test_two_series_become_a_plot_with_axes_and_words(sample: Sample) -> None:
    path = "snippets/wrong-mean/warn.py"
    sample.edit(path, "len(parts))\n", "len(parts))\n    return [1, 2, 4, 8, 16]\n")
    sample.edit(path, "/ 3)\n", "/ 3)\n    return [1, 1, 1, 1, 1]\n")
    assert sample.run("prove").exit_code == 0
    assert "<polyline" not in pages(sample)["entries/wrong-mean.md"], "a list of numbers is a curve where the entry says so"
    sample.edit(ENTRY, "      - snippet: wait.py", "        plot: {x: step, y: bytes <held>}\n      - snippet: wait.py")
    assert sample.run("prove").exit_code == 0
    page = pages(sample)["entries/wrong-mean.md"]
    label = (
        "The mean of means is not the mean. bytes &lt;held&gt; over step. "
        "broken: 1 at the start, 16 at the end; fixed: 1 at the start, 1 at the end."
    )
    assert f'role="img" aria-label="{label}"' in page
    assert len(re.findall(r"<polyline", page)) == 2


def test_what_is_open_of_the_mechanism_ends_with_a_sentence(sample: Sample) -> None:
    sample.edit(
        ENTRY,
        "  The parts `[1]` and `[2, 3]` have",
        "  The means are these:\n\n  ```text\n  1\n\n  2.5\n  ```\n\n  That is all.\n\n  The parts `[1]` and `[2, 3]` have",
    )
    page = pages(sample)["entries/wrong-mean.md"]
    opened, folded = page.split("## Why it happens")[1].split("<summary>Step by step</summary>")[:2]
    assert "That is all." in opened
    assert "have the means 1 and 2.5" in folded


def test_the_quick_answer_has_the_first_fix_that_is_proved(sample: Sample) -> None:
    assert "**Proved fix:** [Divide the sum of sums by the count of all](#divide-once)" in pages(sample)["entries/wrong-mean.md"]


@pytest.mark.parametrize(
    "text",
    [
        "*a*",
        "# h",
        "- x",
        "1. x",
        "{{ 7+7 }}",
        "{% x %}",
        "<b>x</b>",
        "a|b",
        "[x](y)",
        "![x](y)",
        "`x`",
        "x\\y",
        "&amp;",
        "=== x",
        "!!! x",
        "a_b_c",
        "{: .x }",
        "$x$",
        ":smile:",
        "~~x~~",
        "1) x",
        "    x",
        "<!-- x -->",
        "x  y",
    ],
)
def test_plain_text_comes_out_as_that_text(text: str) -> None:
    assert shown(prose.escape(text)) == " ".join(text.split())
    assert shown(f"| a |\n| --- |\n| {prose.escape(text)} |").split()[1:] == text.split()
    assert shown(prose.code_span(text)) == " ".join(text.split())


EXTENSIONS = [
    "admonition",
    "attr_list",
    "md_in_html",
    "tables",
    "pymdownx.highlight",
    "pymdownx.superfences",
]


def shown(text: str) -> str:
    """Return the words that a reader sees of a Markdown text under the site's extensions; hidden attributes count as seen."""
    page = markdown.markdown(text, extensions=EXTENSIONS)
    assert not re.search(r"<(?!/?(p|code|table|thead|tbody|tr|th|td|ul|ol|li|em|strong|br|div|span|pre|a)\b)[a-z]", page), page
    return " ".join(html.unescape(re.sub(r"</?[a-z][^<>]*>", " " if "<table" in page else "", page)).split())


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Zl", "Zp"]), min_size=1))
def test_any_plain_text_comes_out_as_that_text(text: str) -> None:
    assert shown(prose.escape(text)) == " ".join(text.split())


HOSTILE = st.lists(
    st.sampled_from(
        [
            "<script>alert(1)</script>",
            "{{ 7+7 }}",
            "{% raw %}",
            "{#",
            "<img src=x onerror=y>",
            "{: onclick=x }",
            '=== "t"',
            "!!! x",
            "\n\n",
            "\n",
            " ",
            "    ",
            "**",
            "`",
            "```",
            "|",
            "javascript:",
            "](",
            "[a",
            "&lt;",
            "--8<-- x",
            "word",
            "# ",
            "- ",
            "$`",
            "`$",
            "> ",
            "1. ",
            "~~~",
            "<!--",
            "*[x]: y",
            "[^1]:",
            "\\",
        ]
    ),
    min_size=1,
    max_size=8,
).map("".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
@given(HOSTILE)
def test_no_prose_brings_html_or_attributes_of_its_own(text: str) -> None:
    page = markdown.markdown(prose.to_markdown(text), extensions=EXTENSIONS)
    page = re.sub(r'<span class="fp-math"><math display="\w+">(<m[a-z]+( [a-z]+="[^"<>]*")*>|</m[a-z]+>|[^<>])*</math></span>', "", page)
    tags = set(re.findall(r"<([a-z][a-z0-9]*)", page))
    assert tags <= {
        "p",
        "code",
        "pre",
        "div",
        "span",
        "ul",
        "ol",
        "li",
        "em",
        "strong",
        "blockquote",
        "hr",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "a",
        "br",
    }, page
    assert not re.search(r"<[^>]*\s(on\w+|style|id)=", page), page
    assert 'href="javascript' not in page


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(HOSTILE)
@example("    <script>alert(1)</script>")
@example("```\n<img src=x onerror=alert(1)>\n```")
def test_every_field_of_an_entry_shows_hostile_text_as_text(proved: Path, text: str) -> None:
    encyclopedia = read(Project(proved)).encyclopedia
    entry = encyclopedia.entries["wrong-mean"]
    line = " ".join(text.split())[:160] or "x"
    hostile = Entry.model_validate(
        entry.model_dump()
        | {
            "title": line[:80],
            "reported_as": [line],
            "summary": text,
            "mechanism": text,
            "effort": line,
            "fixes": [entry.fixes[0].model_dump() | {"title": line, "why": text, "limits": text}],
            "confirm": [{"step": text, "expect": text}],
            "perspectives": {"executive": text, "engineer": text, "on_call": text},
            "symptoms": [entry.symptoms[0].model_dump() | {"text": text}],
            "faq": [{"question": line, "answer": text}],
        }
    )
    book = type(encyclopedia)(
        {"wrong-mean": hostile}, encyclopedia.taxonomy, encyclopedia.snippets, encyclopedia.ledgers, encyclopedia.versions
    )
    page = render(book, TEMPLATES, SiteSettings("Sample"))["entries/wrong-mean.md"]
    built = markdown.markdown(page.split("---\n", 2)[2], extensions=EXTENSIONS)
    data = re.compile(r'<script type="application/json" class="fp-[a-z]+">([^<]*)</script>')
    assert all(json.loads(match) for match in data.findall(built))
    assert not re.search(r"<(script|img|iframe|style|link|object)\b", data.sub("", built))
    assert not re.search(r"<[^>]*\son\w+=", built)
    assert built.count("<h1") == 1
    assert html.unescape(re.sub(r"<[^<>]*>", "", built.split("<h1", 1)[1].split("</h1>")[0]).split(">", 1)[1]).split() == line[:80].split()
