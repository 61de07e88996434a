"""What the site has for programs: the API and its schema, Markdown twins, llms.txt, the feed."""

import json
import os
import re
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
from pydantic import ValidationError

from generator import site
from generator.machine import PublishedEntry
from generator.project import Project, read
from tests.conftest import Sample
from tests.test_pages import ENTRY, pages, second

ATOM = "{http://www.w3.org/2005/Atom}"


def test_an_entry_as_json_has_everything_and_keeps_to_its_published_schema(sample: Sample) -> None:
    files = pages(sample)
    one = json.loads(files["api/entries/wrong-mean.json"])
    assert one["fixes"][0]["proofs"][0]["broken"] == {"fails": "check"}
    assert one["snippets"]["divide_once.py"]["text"] == sample.read("snippets/wrong-mean/divide_once.py")
    assert one["ledger"]["proofs"][0]["sides"]["broken"]["measured"] == "mean 1.961, of the whole 2.281"
    assert one["proved"] is True
    PublishedEntry.model_validate(one)
    with pytest.raises(ValidationError):
        PublishedEntry.model_validate({**one, "unheard": 1})
    schema = json.loads(files["api/published-entry.schema.json"])
    assert {"schema", "slug", "ledger", "snippets", "title"} <= set(schema["required"])


def test_the_index_leads_to_every_file_and_all_name_one_version(sample: Sample) -> None:
    second(sample, "wrong-median", "status: withdrawn\nreason: Nobody could reproduce it.\n")
    files = pages(sample)
    index, entries = json.loads(files["api/index.json"]), json.loads(files["api/entries.json"])
    for name in ("entries", "entry_schema", "source_schema", "everything_as_text", "feed"):
        assert index[name] in files
    for card in entries["entries"]:
        assert card["data"] in files
        assert card["markdown"] in files
        assert json.loads(files[card["data"]])["schema"] == index["schema"] == entries["schema"]
    assert {card["slug"]: card["status"] for card in entries["entries"]} == {"wrong-mean": "published", "wrong-median": "withdrawn"}


def test_the_schema_of_entries_is_published(sample: Sample) -> None:
    schema = json.loads(pages(sample)["api/entry.schema.json"])
    assert "title" in schema["required"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["summary"]["description"].startswith("The quick answer")


def test_every_page_of_text_has_a_twin_in_which_no_html_is(sample: Sample) -> None:
    files = pages(sample)
    for path in [path for path in files if path.endswith(".md") and not path.endswith("/index.md") and path != "index.md"]:
        if not path.startswith(("search", "practice/", "diagnose")):
            twin = files[f"{path.removesuffix('.md')}/index.md"]
            assert twin.startswith("# "), path
            assert not re.search(r"</?(div|details|span|p|script)\b", twin), path
    assert "sum(sum(part) / len(part) for part in parts)" in files["entries/wrong-mean/index.md"]
    assert "The mean of means" in files["signs/number-is-off/index.md"]


def test_llms_txt_lists_every_entry_with_a_link_that_exists_and_the_full_one_holds_the_twins(sample: Sample) -> None:
    second(sample, "wrong-median")
    files = pages(sample)
    lines = files["llms.txt"].split("\n")
    assert lines[0] == "# Sample"
    assert lines[2].startswith("> ")
    targets = re.findall(r"^- \[[^\]]+\]\(([^)]+)\): ", files["llms.txt"], re.MULTILINE)
    assert {"entries/wrong-mean/index.md", "entries/wrong-median/index.md"} <= set(targets)
    assert set(targets) <= {*files, "signs/index.md"}
    assert files["entries/wrong-mean/index.md"].strip() in files["llms-full.txt"]


def test_without_a_history_the_feed_is_dated_by_the_ledgers_and_the_same_each_time(variant: Callable[[str, str, str], Sample]) -> None:
    sample = variant("snippets/wrong-mean/proof.json", '"date": "', '"date": "2031-02-03", "slug_date": "')
    text = sample.read("snippets/wrong-mean/proof.json")
    sample.write("snippets/wrong-mean/proof.json", re.sub(r', "slug_date": "[^"]*"', "", text))
    feed = pages(sample)["feed.xml"]
    assert feed == pages(sample)["feed.xml"]
    root = ET.fromstring(feed)  # noqa: S314 - our own feed
    (entry,) = root.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}updated") == root.findtext(f"{ATOM}updated") == "2031-02-03T00:00:00+00:00"
    assert entry.findtext(f"{ATOM}id") == "urn:failpedia:wrong-mean"


def test_the_feed_tells_what_changed_in_the_entries_and_not_what_was_proved_again(sample: Sample) -> None:
    second(sample, "wrong-median")
    commit(sample, "2031-01-01T10:00:00+01:00")
    code = "snippets/wrong-mean/divide_once.py"
    sample.write(code, f"{sample.read(code)}# Since.\n")
    commit(sample, "2031-02-02T10:00:00+01:00")
    ledger = "snippets/wrong-mean/proof.json"
    sample.write(ledger, sample.read(ledger) + " ")
    commit(sample, "2031-03-03T10:00:00+01:00")
    assert feed_of(sample) == [
        ("urn:failpedia:wrong-mean", "2031-01-01T10:00:00+01:00", "2031-02-02T10:00:00+01:00"),
        ("urn:failpedia:wrong-median", "2031-01-01T10:00:00+01:00", "2031-01-01T10:00:00+01:00"),
    ]
    shallow = Sample(sample.root.parent / "shallow")
    subprocess.run(["git", "clone", "-q", "--depth=1", sample.root.as_uri(), shallow.root], check=True)
    assert all(first == last and "T00:00:00+00:00" in str(last) for _, first, last in feed_of(shallow))


def commit(sample: Sample, when: str) -> None:
    git = ["git", "-C", str(sample.root), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    environment = os.environ | {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "."]):
        subprocess.run([*git, *arguments], env=environment, check=True)


def feed_of(sample: Sample) -> list[tuple[str | None, ...]]:
    project = Project(sample.root)
    site.publish_pages(project, read(project).encyclopedia)
    root = ET.parse(site.files_folder(project) / "feed.xml")  # noqa: S314 - our own feed
    return [tuple(entry.findtext(f"{ATOM}{name}") for name in ("id", "published", "updated")) for entry in root.findall(f"{ATOM}entry")]


def test_with_an_address_feed_redirect_and_data_for_crawlers_name_it(sample: Sample) -> None:
    sample.edit(ENTRY, "category: arithmetic", "aliases: [mean-of-means]\ncategory: arithmetic")
    files = pages(sample, site_url="https://example.org/f/")
    assert "<id>https://example.org/f/entries/wrong-mean/</id>" in files["feed.xml"]
    assert 'rel="canonical" href="https://example.org/f/entries/wrong-mean/"' in files["entries/mean-of-means/index.html"]
    front = dict(line.split(": ", 1) for line in files["entries/wrong-mean.md"].split("---\n")[1].strip().split("\n"))
    article, trail = json.loads(json.loads(front["ld"]))["@graph"]
    assert (article["@type"], article["headline"]) == ("TechArticle", "The mean of means is not the mean")
    assert [item.get("item") for item in trail["itemListElement"]] == [
        "https://example.org/f/",
        "https://example.org/f/entries/",
        "https://example.org/f/categories/arithmetic/",
        None,
    ]


def test_the_proved_files_and_the_ledger_are_there_byte_by_byte(sample: Sample) -> None:
    files = pages(sample)
    assert files["entries/wrong-mean/divide_once.py"] == sample.read("snippets/wrong-mean/divide_once.py")
    assert json.loads(files["entries/wrong-mean/proof.json"])["slug"] == "wrong-mean"


def test_a_twin_reads_as_it_was_written(sample: Sample) -> None:
    sample.edit(ENTRY, "numbers is 2.\n", "numbers is 2. It is 5 % of {x}, `a|b`, *not* 3 < 4, and \\*this\\* is no emphasis.\n")
    twin = pages(sample)["entries/wrong-mean/index.md"]
    assert "It is 5 % of {x}, `a|b`, *not* 3 \\< 4, and \\*this\\* is no emphasis." in twin
    assert not re.search(r"&#[0-9]+;|<code>", twin)
