"""The JSON Schema that editors use."""

import json

from generator.project import Project, read
from generator.schema import entry_schema, fields, schema_text
from tests.conftest import REPOSITORY, Sample

PROJECT = Project(REPOSITORY)
BOOK = read(PROJECT).encyclopedia


def test_every_field_has_a_description_and_an_example() -> None:
    schema = entry_schema(BOOK.taxonomy, BOOK.entries)
    for model, name in fields():
        part = (schema if model == "Entry" else schema["$defs"][model])["properties"][name]
        assert part.get("description"), f"write a docstring below {model}.{name}"
        assert part.get("examples"), f"use {model}.{name} in the starter's example entry, or give it Field(examples=[…])"


def test_words_and_slugs_can_be_completed() -> None:
    schema = entry_schema(BOOK.taxonomy, BOOK.entries)
    assert schema["properties"]["tags"]["items"]["enum"] == list(BOOK.taxonomy.tags)
    assert schema["properties"]["tags"]["items"]["enumDescriptions"][0] == next(iter(BOOK.taxonomy.tags.values()))
    assert schema["$defs"]["Symptom"]["properties"]["sign"]["enum"] == list(BOOK.taxonomy.signs)
    assert schema["$defs"]["LookAlike"]["properties"]["rather"]["enum"] == sorted(BOOK.entries)
    assert schema["properties"]["related"]["items"]["enum"] == sorted(BOOK.entries)
    assert schema["$defs"]["Reference"]["properties"]["kind"]["enum"][0] == "docs"


def test_the_committed_schema_is_current_and_every_entry_names_it() -> None:
    assert PROJECT.schema.read_text(encoding="utf-8") == schema_text(BOOK.taxonomy, BOOK.entries), "run: failpedia fmt"
    for slug in BOOK.entries:
        first = PROJECT.entry(slug).read_text(encoding="utf-8").split("\n")[0]
        assert first == "# yaml-language-server: $schema=_schema.json", slug


def test_a_new_word_makes_the_schema_stale_and_fmt_renews_it(sample: Sample) -> None:
    sample.write("entries/_schema.json", "{}\n")
    codes = [problem["code"] for problem in json.loads(sample.run("check", "--format", "json").stdout)]
    assert codes == ["schema-stale", "not-canonical"]
    assert sample.run("fmt").exit_code == 0
    assert sample.run("check").exit_code == 0
    assert sample.read("entries/wrong-mean.yaml").startswith("# yaml-language-server: $schema=_schema.json\ntitle:")
    sample.edit("entries/_taxonomy.yaml", "tags:\n", 'tags:\n  median: "The middle one."\n')
    assert (
        "entries/_schema.json:1:1: it does not know today's fields, words and slugs; run: failpedia fmt [schema-stale]"
        in sample.run("check").stdout
    )
