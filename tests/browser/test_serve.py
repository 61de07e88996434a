"""`failpedia serve` as an author uses it, and builds that end early."""

import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.conftest import Sample


def edit_and_see(page: Page, sample: Sample, path: str, old: str, new: str, shown: str) -> None:
    sample.edit(path, old, new)
    page.get_by_text(shown).first.wait_for(timeout=60_000, state="attached")


def test_serve_shows_an_edited_entry_snippet_and_template_in_the_open_page(sample: Sample, browser: Browser) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = "{}:{}".format(*probe.getsockname())
        taken = sample.run("serve", "--address", address)
        assert (taken.exit_code, "in use by another program; try: failpedia serve --address" in taken.output) == (1, True)
    command = [sys.executable, "-m", "generator", "serve", "--root", str(sample.root), "--address", address]
    said = sample.root.parent / "said"
    with said.open("wb") as file:
        server = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        wait_for(f"http://{address}/")
        page = browser.new_page()
        page.goto(f"http://{address}/entries/wrong-mean/")
        entry, snippet = "entries/wrong-mean.yaml", "snippets/wrong-mean/divide_once.py"
        edit_and_see(page, sample, entry, "Each number then has the same weight.", "Every number weighs one.", "Every number weighs one.")
        edit_and_see(page, sample, snippet, "Divide the sum of all parts", "Divide the total", "Divide the total")
        edit_and_see(page, sample, "templates/pages/entry.md.j2", "## Why it happens", "## The reason", "The reason")
        sample.edit(entry, "kind: silent", "kind: quiet")  # a mistake keeps the server alive
        wait_for_words(said, r'entries/wrong-mean\.yaml:3:7: kind: "quiet" is not a known kind')
        edit_and_see(page, sample, entry, "kind: quiet\n", "kind: silent\neffort: two minutes\n", "two minutes")
        config = (sample.root / "mkdocs.yml").read_text(encoding="utf-8")
        (sample.root / "mkdocs.yml").write_text(config + "\nplugins: [", encoding="utf-8")  # so does one in the settings
        sample.edit(entry, "effort: two minutes", "effort: three minutes")
        wait_for_words(said, r"mkdocs\.yml:\d+:\d+: it cannot be read")
        (sample.root / "mkdocs.yml").write_text(config, encoding="utf-8")
        edit_and_see(page, sample, entry, "effort: three minutes", "effort: four minutes", "four minutes")
        page.close()
    finally:
        server.terminate()
        server.wait(20)
    assert "Traceback" not in said.read_text(encoding="utf-8")


def wait_for_words(file: Path, pattern: str) -> None:
    for _ in range(300):
        if re.search(pattern, file.read_text(encoding="utf-8")):
            return
        time.sleep(0.2)
    raise TimeoutError(f"{pattern} is not in: {file.read_text(encoding='utf-8')}")


def wait_for(url: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(url, timeout=2):  # noqa: S310 - our own server
                return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(url)
