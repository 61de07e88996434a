"""The built site in Chromium, as a reader uses it. Skipped with a reason where Debian's Chromium is not installed."""

import functools
import http.server
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import REPOSITORY, Sample

CHROMIUM = Path("/usr/bin/chromium")
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium: apt-get install chromium")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real encyclopedia, built and served."""
    root = tmp_path_factory.mktemp("site") / "project"
    for folder in ("entries", "snippets", "templates", "tests/logs"):
        if (REPOSITORY / folder).exists():
            shutil.copytree(REPOSITORY / folder, root / folder)
    for name in ("mkdocs.yml", "constraints.txt"):
        shutil.copy(REPOSITORY / name, root / name)
    Sample(root).run("build")
    handler = functools.partial(Quiet, directory=str(root / "build" / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield chromium
        chromium.close()


PAGES = [
    "/",
    "/entries/",
    "/categories/",
    "/tags/",
    "/proofs/",
    "/entries/recompilation-storm/",
    "/tags/checkpoint/",
    "/categories/compilation/",
]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_page_fits_loads_nothing_foreign_and_complains_of_nothing(
    address: str, browser: Browser, path: str, width: int, scheme: str
) -> None:
    page = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme).new_page()  # type: ignore[arg-type]
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: said.append(request.url) if not request.url.startswith((address, "data:", "blob:")) else None)
    response = page.goto(address + path)
    assert response is not None
    assert response.status == 200
    page.wait_for_load_state("networkidle")
    assert said == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").count() == 1
    page.context.close()


def test_from_the_home_page_by_a_sign_to_the_difference(address: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(address)
    page.get_by_role("link", name="torch.compile recompiles at every step").first.click()
    page.get_by_text("Difference", exact=True).first.click()
    assert page.locator(".highlight .gi:visible").count() > 0
    page.locator("details", has_text="Set-up that all sides share").first.locator("summary").click()
    assert page.get_by_text("import torch").first.is_visible()
    page.get_by_role("link", name="proved", exact=False).first.click()
    assert page.url == f"{address}/proofs/"
    page.close()


def test_search_finds_an_entry_by_its_error_text(address: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(address)
    page.locator("[data-md-component=search-query]").fill("recompile_limit")
    page.locator(".md-search-result__link", has_text="torch.compile recompiles").first.wait_for(timeout=15_000)
    page.close()


def test_the_404_page_helps(address: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{address}/404.html")
    page.get_by_role("link", name="All failures").click()
    assert page.url.endswith("/entries/")
    page.close()


def edit_and_see(page: Page, sample: Sample, path: str, old: str, new: str, shown: str) -> None:
    sample.edit(path, old, new)
    page.get_by_text(shown).first.wait_for(timeout=20_000, state="attached")


def test_serve_shows_an_edited_entry_snippet_and_template_in_the_open_page(sample: Sample, browser: Browser) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = "{}:{}".format(*probe.getsockname())
        taken = sample.run("serve", "--address", address)
        assert (taken.exit_code, "in use by another program; try: failpedia serve --address" in taken.output) == (1, True)
    command = [sys.executable, "-m", "generator", "serve", "--root", str(sample.root), "--address", address]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        wait_for(f"http://{address}/")
        page = browser.new_page()
        page.goto(f"http://{address}/entries/wrong-mean/")
        entry, snippet = "entries/wrong-mean.yaml", "snippets/wrong-mean/divide_once.py"
        edit_and_see(page, sample, entry, "Each number then has the same weight.", "Every number weighs one.", "Every number weighs one.")
        edit_and_see(page, sample, snippet, "Divide the sum of all parts", "Divide the total", "Divide the total")
        edit_and_see(page, sample, "templates/pages/entry.md.j2", "## Why it happens", "## The reason", "The reason")
        sample.edit(entry, "kind: silent", "kind: quiet")  # a mistake keeps the server alive
        time.sleep(2)
        edit_and_see(page, sample, entry, "kind: quiet\n", "kind: silent\neffort: two minutes\n", "two minutes")
        page.close()
    finally:
        server.terminate()
        output = server.communicate(timeout=20)[0].decode()
    assert re.search(r'entries/wrong-mean\.yaml:3:7: kind: "quiet" is not a known kind', output)
    assert "Traceback" not in output


def wait_for(url: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(url, timeout=2):  # noqa: S310 - our own server
                return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(url)
