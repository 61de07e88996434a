"""The real encyclopedia, built and served, and Debian's Chromium to look at it; skipped with a reason where that is not installed."""

import functools
import http.server
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import REPOSITORY, Sample

CHROMIUM = Path("/usr/bin/chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip everything in this folder without the browser."""
    if not CHROMIUM.exists():
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="needs Debian's chromium: apt-get install chromium"))


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A copy of the real encyclopedia, built."""
    root = tmp_path_factory.mktemp("site") / "project"
    for folder in ("entries", "snippets", "templates", "tests/logs"):
        if (REPOSITORY / folder).exists():
            shutil.copytree(REPOSITORY / folder, root / folder)
    for name in ("mkdocs.yml", "constraints.txt"):
        shutil.copy(REPOSITORY / name, root / name)
    sample = Sample(root)
    result = sample.run("build")
    assert (root / "build/site/index.html").exists(), result.output
    return sample


@pytest.fixture(scope="session")
def address(project: Sample) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(project.root / "build" / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A wide window, with the clipboard allowed."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
    yield context.new_page()
    context.close()


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A window without JavaScript."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, java_script_enabled=False)
    yield context.new_page()
    context.close()
