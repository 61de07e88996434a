"""CONTRIBUTING.md: the walked-through example is built, and what the page shows is what the commands read and print."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from generator.entry import Declaration
from tests.conftest import REPOSITORY

GUIDE = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
STARTER = REPOSITORY / "generator" / "contributing" / "starter"
SLUG = "iterator-used-up"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def run(root: Path, command: str) -> Result:
    name, *arguments = shlex.split(command)
    assert name == "failpedia"
    arguments = [str(root / part) if part == "crash.log" else part for part in arguments]
    return CliRunner().invoke(main, [*arguments, "--root", str(root)])


def same(said: str, shown: str) -> bool:
    """Compare line by line; … stands for any rest of a line, and the two streams of a terminal may come in another order."""
    lines = sorted(line for line in said.split("\n") if line)
    wanted = sorted(line for line in shown.split("\n") if line)
    return len(lines) == len(wanted) and all(
        line == want or (want.endswith("…") and line.startswith(want[:-1])) for line, want in zip(lines, wanted, strict=True)
    )


def sessions() -> list[tuple[str, str]]:
    """Return the commands of the page with what they print."""
    parts = [part for language, text in BLOCKS if language == "console" for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
    return [(part.split("\n", 1)[0], part.split("\n", 1)[1]) for part in parts]


def test_the_walk_leads_to_the_example(tmp_path: Path) -> None:
    root = tmp_path / "walk"
    assert CliRunner().invoke(main, ["init", str(root)]).exit_code == 0
    (root / f"entries/{SLUG}.yaml").unlink()
    shutil.rmtree(root / "snippets" / SLUG)
    (root / "tests/published-slugs.txt").write_text("", encoding="utf-8")
    (root / "crash.log").write_text(next(text for language, text in BLOCKS if language == "text"), encoding="utf-8")
    steps = iter(sessions())

    def step() -> None:
        command, shown = next(steps)
        result = run(root, command)
        assert same(result.output, shown), f"$ {command}\n{result.output}"

    step()  # new
    draft = (root / f"entries/{SLUG}.yaml").read_text(encoding="utf-8")
    assert "pattern: 'mean requires at least one data point'" in draft
    (root / f"snippets/{SLUG}/todo.py").unlink()
    for path in (STARTER / "snippets" / SLUG).glob("*.py"):
        shutil.copy(path, root / "snippets" / SLUG)
    finished = "# yaml-language-server: $schema=_schema.json\n" + (STARTER / f"entries/{SLUG}.yaml").read_text(encoding="utf-8")
    entry = root / f"entries/{SLUG}.yaml"
    entry.write_text(finished, encoding="utf-8")
    step()  # prove
    step()  # prove --mutate
    slips = {
        "tags: [generator, iteration]": "tags: [generator, iterration]",
        "https://docs.python.org/3/glossary": "http://docs.python.org/3/glossary",
    }
    spoilt = finished
    for right, wrong in slips.items():
        assert right in spoilt
        spoilt = spoilt.replace(right, wrong)
    entry.write_text(spoilt, encoding="utf-8")
    step()  # check, which names the slips
    entry.write_text(finished, encoding="utf-8")
    step()  # fmt
    step()  # check
    assert next(steps, None) is None
    assert CliRunner().invoke(main, ["build", "--strict", "--root", str(root)]).exit_code == 0


def test_files_and_declarations_are_those_of_the_example() -> None:
    shown = re.findall(r"^`(\S+\.py)`:\n\n```python\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert [name for name, _ in shown] == [f"snippets/{SLUG}/average_a_list.py", f"snippets/{SLUG}/keep_a_list.py"]
    for name, text in shown:
        assert (STARTER / name).read_text(encoding="utf-8") == text, name
    entry = (STARTER / f"entries/{SLUG}.yaml").read_text(encoding="utf-8")
    examples = [text for language, text in BLOCKS if language == "yaml"]
    assert all(text in entry for text in examples)
    kinds = [re.search(r"broken:\n\s+(\w+):", text)[1] for text in examples]  # type: ignore[index]
    assert kinds == [next(iter(variant.model_fields)) for variant in Declaration.__args__]


def test_make_targets_and_commands_that_it_names_are_there() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"\bmake ([a-z-]+)", GUIDE)):
        assert re.search(rf"^{target}: ", makefile, re.MULTILINE), target
    for command in set(re.findall(r"failpedia ([a-z]+)(?= [A-Z-]|`| \w+-)", GUIDE)):
        assert command in main.commands, command


def test_links_of_the_page_lead_somewhere() -> None:
    headings = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.*)", GUIDE, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)]+)\)", GUIDE):
        if target.startswith("#"):
            assert target[1:] in headings, target
        else:
            assert (REPOSITORY / target).exists(), target


@pytest.mark.parametrize("url", ["", "https://code.example/failpedia"])
def test_it_is_a_page_of_the_site(tmp_path: Path, url: str) -> None:
    root = tmp_path / "site"
    assert CliRunner().invoke(main, ["init", str(root)]).exit_code == 0
    shutil.copy(REPOSITORY / "CONTRIBUTING.md", root)
    with (root / "mkdocs.yml").open("a", encoding="utf-8") as file:
        file.write(f"\nrepo_url: {url}\n" if url else "")
    result = CliRunner().invoke(main, ["build", "--strict", "--root", str(root)])
    assert result.exit_code == 0, result.output
    page = (root / "build/docs/contributing.md").read_text(encoding="utf-8")
    assert "# Adding a failure" in page
    link = f"{url}/blob/main/generator/contributing/starter/entries/iterator-used-up.yaml"
    assert (link in page, "I met a failure that is not here" in page) == (bool(url), bool(url))
    assert "](entries/gradient" not in page  # that encyclopedia does not have it
    entry = (root / f"build/docs/entries/{SLUG}.md").read_text(encoding="utf-8")
    assert (f'href="{url}/edit/main/entries/{SLUG}.yaml"' in entry) == bool(url)
    problem = f'{url}/issues/new?template=problem.yml&amp;title={SLUG}%3A%20&amp;entry={SLUG}"'
    assert (problem in entry, "Report a problem" in entry) == (bool(url), bool(url))
    assert "contributing/" in (root / "build/site/404.html").read_text(encoding="utf-8")


def test_a_prefilled_new_file_is_a_draft() -> None:
    from urllib.parse import parse_qs, urlsplit

    from generator.contributing.links import Links
    from generator.project import Project, read
    from generator.render import SiteSettings
    from generator.source import parse

    url = Links(SiteSettings("x", "https://code.example/x"), read(Project(REPOSITORY)).encyclopedia).new_file().replace("&amp;", "&")
    assert len(url) < 8000
    query = parse_qs(urlsplit(url).query)
    assert query["filename"] == ["my-failure.yaml"]
    assert {"title", "fixes", "references"} <= set(parse("x", query["value"][0]).data)
