"""The whole site through `failpedia build` and `show`: MkDocs, Zensical, the publication on disk."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from generator.publish import publish
from tests.conftest import REPOSITORY, Sample

ENTRY = "entries/wrong-mean.yaml"


def built(sample: Sample) -> set[str]:
    site = sample.root / "build" / "site"
    return {path.relative_to(site).as_posix() for path in site.rglob("*.html")}


def test_a_strict_build_has_no_warning_and_no_foreign_request(sample: Sample) -> None:
    sample.edit(ENTRY, "category: arithmetic", "aliases: [mean-of-means]\ncategory: arithmetic")
    result = sample.run("build", "--strict")
    assert (result.exit_code, result.output) == (0, "built build/site with 1 entry\n")
    assert built(sample) == {
        "404.html",
        "diagnose/index.html",
        "index.html",
        "categories/arithmetic/index.html",
        "categories/index.html",
        "contributing/index.html",
        "coverage/index.html",
        "entries/index.html",
        "practice/index.html",
        "practice/wrong-mean/index.html",
        "search/index.html",
        "signs/index.html",
        "signs/number-is-off/index.html",
        "entries/mean-of-means/index.html",
        "entries/wrong-mean/index.html",
        "proofs/index.html",
        "tags/index.html",
        "tags/mean/index.html",
    }
    for name in built(sample):
        loads = re.findall(
            r'<(?:script|img|iframe|link rel="(?:stylesheet|preload|icon)")[^>]*(?:src|href)="?([^">\s]+)',
            sample.read(f"build/site/{name}"),
        )
        assert not [url for url in loads if re.match(r"(https?:)?//", url)], name


def test_a_strict_build_refuses_what_is_not_proved_and_says_what_mends_it(sample: Sample) -> None:
    assert sample.run("build", "--strict").exit_code == 0
    before = (sample.root / "build/site/index.html").stat().st_mtime_ns
    (sample.root / "snippets/wrong-mean/proof.json").unlink()
    result = sample.run("build", "--strict")
    assert result.exit_code == 1
    assert "divide_once.py was never proved; run: failpedia prove wrong-mean [ledger-missing]" in result.stdout
    assert (sample.root / "build/site/index.html").stat().st_mtime_ns == before


def test_a_failing_build_leaves_the_old_site(sample: Sample) -> None:
    assert sample.run("build").exit_code == 0
    sample.edit("mkdocs.yml", "plugins: []\n", "plugins: [no-such-plugin]\n")
    result = sample.run("build")
    assert result.exit_code == 1
    assert "no-such-plugin" in result.output
    assert "index.html" in built(sample)


def test_a_broken_template_is_named_with_its_line(sample: Sample) -> None:
    sample.edit("templates/pages/home.md.j2", "## What do you see?", "{% if %}")
    result = sample.run("build")
    assert result.exit_code == 1
    assert re.search(r"templates/pages/home\.md\.j2:\d+:1: ", result.output)
    assert "Traceback" not in result.output


def test_broken_settings_are_named_and_leave_the_old_site(sample: Sample) -> None:
    assert sample.run("build").exit_code == 0
    for content in ("site_name: [\n", "", "theme:\n  name: material\n"):
        (sample.root / "mkdocs.yml").write_text(content, encoding="utf-8")
        result = sample.run("build")
        assert (
            result.exit_code,
            re.search(r"mkdocs\.yml:\d:\d+: it ", result.output) is not None,
            "the site stays as it was" in result.output,
        ) == (1, True, True)
        assert (sample.root / "build" / "site" / "index.html").exists()


def test_pages_of_a_broken_taxonomy_name_the_taxonomy(sample: Sample) -> None:
    (sample.root / "entries" / "_taxonomy.yaml").write_text("categories: [\n", encoding="utf-8")
    result = sample.run("publish")
    assert (result.exit_code, "entries/_taxonomy.yaml:" in result.output) == (1, True)


def test_pages_of_the_words_of_an_entry_stay_while_it_is_broken(sample: Sample) -> None:
    sample.edit("entries/_taxonomy.yaml", "  mean: ", '  loss: "A number."\n  mean: ')
    sample.run("publish")
    sample.edit("entries/wrong-mean.yaml", "title:", "titel:")
    removed = json.loads(sample.run("publish").stdout)["removed"]
    assert [path for path in removed if not path.startswith("search/")] == []
    assert (sample.root / "build/docs/tags/mean.md").is_file()
    sample.edit("entries/wrong-mean.yaml", "titel:", "title:")
    sample.edit("entries/wrong-mean.yaml", "tags: [mean]", "tags: [loss]")
    sample.run("publish")
    assert not (sample.root / "build/docs/tags/mean.md").is_file()


def test_pages_are_written_only_if_they_changed_and_stale_ones_go(tmp_path: Path) -> None:
    assert publish({"a/b.md": "one", "c.md": "two", "d/e.md": "three"}, tmp_path).written == ("a/b.md", "c.md", "d/e.md")
    stamp = (tmp_path / "a/b.md").stat().st_mtime_ns
    done = publish({"a/b.md": "one", "c.md": "new"}, tmp_path)
    assert (done.written, done.removed) == (("c.md",), ("d/e.md",))
    assert (tmp_path / "a/b.md").stat().st_mtime_ns == stamp
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")) == ["a", "a/b.md", "c.md"]


def test_zensical_builds_the_same_pages(sample: Sample) -> None:
    if shutil.which("zensical", path=Path(sys.executable).parent) is None:
        pytest.skip("zensical is not installed; it comes with the dev extra")
    sample.edit(ENTRY, "category: arithmetic", "aliases: [mean-of-means]\ncategory: arithmetic")
    assert sample.run("build", "--strict").exit_code == 0
    pages = built(sample)
    shutil.rmtree(sample.root / "build" / "site")
    command = [str(Path(sys.executable).parent / "zensical"), "build"]
    done = subprocess.run(
        command, cwd=sample.root, capture_output=True, text=True, check=False, env=os.environ | {"HOME": str(sample.root)}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert built(sample) == pages - {"entries/mean-of-means/index.html"}  # redirects pass by the engine


def test_show_has_the_facts_of_the_page(sample: Sample) -> None:
    result = sample.run("show", "wrong-mean")
    assert result.exit_code == 0
    words = " ".join(result.output.split())
    for text in (
        "The mean of means is not the mean",
        "mean 1.961, of the whole 2.281",
        "ValueError: unequal parts",
        "return sum(sum(part) for part in parts) / sum(len(part) for part in parts)",
        "Using more digits.",
        "statistics.fmean",
    ):
        assert text in words


def test_show_follows_an_alias_and_refuses_what_is_not_there(sample: Sample) -> None:
    sample.edit(ENTRY, "category: arithmetic", "aliases: [mean-of-means]\ncategory: arithmetic")
    assert "The mean of means" in sample.run("show", "mean-of-means").output
    result = sample.run("show", "wrong-men")
    assert (result.exit_code, 'did you mean "wrong-mean"?' in result.output) == (2, True)
    sample.edit(ENTRY, "kind: silent", "kinds: silent")
    result = sample.run("show", "wrong-mean")
    assert (result.exit_code, "[unknown-key]" in result.output) == (1, True)


def test_base_commands_need_no_ml_library(sample: Sample) -> None:
    code = """
import sys
import threading
import time
sys.argv[1:] = ["build", "--strict", "--root", sys.argv[1]]
from generator.cli import main
try:
    main()
except SystemExit as end:
    print(sorted({"torch", "numpy", "transformers"} & set(sys.modules)), end.code)
"""
    done = subprocess.run([sys.executable, "-c", code, str(sample.root)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[] 0"


def test_make_lists_its_targets() -> None:
    done = subprocess.run(["make"], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    names = [line.split()[1] for line in done.stdout.splitlines()]
    assert {"serve", "test", "build", "prove", "check"} <= set(names)


def test_a_build_that_is_killed_leaves_the_old_site_whole_and_the_next_one_cleans_up(sample: Sample) -> None:
    assert sample.run("build").exit_code == 0
    site = sample.root / "build" / "site"
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    sample.edit(ENTRY, "Each number then has the same weight.", "Every number weighs one.")
    command = [sys.executable, "-m", "generator", "build", "--root", str(sample.root)]
    building = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    for _ in range(600):
        if any((sample.root / "build").glob("site.*")) or building.poll() is not None:
            break
        time.sleep(0.02)
    os.killpg(building.pid, signal.SIGKILL)
    building.wait()
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before
    assert sample.run("build").exit_code == 0
    assert "Every number weighs one." in sample.read("build/site/entries/wrong-mean/index.html")
    assert not list((sample.root / "build").glob("site.*"))


def test_a_site_is_swapped_in_whole_while_it_is_read(sample: Sample) -> None:
    assert sample.run("build").exit_code == 0
    page = sample.root / "build/site/index.html"
    missing = []
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            missing.append(not page.exists())

    reader = threading.Thread(target=look)
    reader.start()
    assert sample.run("build").exit_code == 0
    done.set()
    reader.join()
    assert len(missing) > 100
    assert not any(missing)


def test_an_offline_copy_has_no_link_to_a_folder(sample: Sample) -> None:
    sample.edit(ENTRY, "category: arithmetic", "aliases: [mean-of-means]\ncategory: arithmetic")
    assert sample.run("build", "--offline", "--strict").exit_code == 0
    for name in built(sample):
        links = re.findall(r"""(?:\shref=|\saction=|0; url=)["']?([^"'\s>#?]+)""", sample.read(f"build/site/{name}"))
        assert not [link for link in links if link.endswith(("/", "..", "."))], name
        for link in links:
            if not link.startswith("https:"):
                assert (sample.root / "build/site" / name).parent.joinpath(link).is_file(), (name, link)
