"""What one query downloads and how long it takes, in Chromium: python bench/search.py [COUNT ...].

The entries are the real ones, over and over, so that every word is as common as it can be: real ones would share fewer.
"""

import dataclasses
import functools
import gzip
import http.server
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from generator import search
from generator.encyclopedia import Encyclopedia
from generator.project import Project, read

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Request

REPOSITORY = Path(__file__).parents[1]
QUERIES = (
    "loss is suspiciously low",
    "IndexError: index out of range in self",
    "Expected to have finished reduction in the prior iteration",
    "torch.cuda.OutOfMemoryError",
    "nccl",
)


def repeated(book: Encyclopedia, count: int) -> Encyclopedia:
    """Return an encyclopedia of so many entries."""
    models = book.published
    names = {f"{models[n % len(models)]}-{n}": models[n % len(models)] for n in range(count)}
    entries = {name: book.entries[model] for name, model in names.items()}
    ledgers = {name: book.ledgers[model] for name, model in names.items() if model in book.ledgers}
    return dataclasses.replace(book, entries=entries, ledgers=ledgers)


def asked(site: Path) -> list[tuple[str, int, int, float]]:
    """Ask every query of a page of its own; return the query, the files and bytes that it loaded compressed, and milliseconds."""
    from playwright.sync_api import sync_playwright

    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    handler.func.log_message = lambda *_: None  # type: ignore[attr-defined]
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        found = [_ask(browser, f"http://127.0.0.1:{server.server_address[1]}/", query, site) for query in QUERIES]
        server.shutdown()
    return found


def _ask(browser: "Browser", address: str, query: str, site: Path) -> tuple[str, int, int, float]:
    page = browser.new_page()
    page.goto(address)
    loaded: list[str] = []

    def note(request: "Request") -> None:
        loaded.append(request.url.rsplit("/", 1)[-1])

    page.on("request", note)
    started = time.perf_counter()
    if not page.evaluate("(query) => failpediaSearch.search(query)", query):
        raise SystemExit(f"nothing found for {query!r}")
    milliseconds = 1000 * (time.perf_counter() - started)
    return query, len(loaded), sum(len(gzip.compress((site / "search" / name).read_bytes())) for name in loaded), milliseconds


def main() -> None:
    """Print a table for each count."""
    book = read(Project(REPOSITORY), ledger_rules=False).encyclopedia
    for count in map(int, sys.argv[1:] or ["100", "1000", "10000"]):
        with tempfile.TemporaryDirectory() as name:
            site = Path(name)
            files = search.index(repeated(book, count))
            (site / "search").mkdir()
            (site / "assets").mkdir()
            for path, text in files.items():
                (site / path).write_text(text, encoding="utf-8")
            (site / "assets" / "search.js").write_bytes((REPOSITORY / "templates" / "assets" / "search.js").read_bytes())
            (site / "index.html").write_text("<!doctype html><script src=assets/search.js></script>", encoding="utf-8")
            whole = sum(len(gzip.compress(text.encode())) for text in files.values())
            print(f"{count} entries: {len(files)} files, {whole / 1000:.0f} KB compressed in all; of that a query loads", flush=True)
            for query, number, size, milliseconds in asked(site):
                print(f"  {size / 1000:>7.0f} KB in {number:>2} files, {milliseconds:>5.0f} ms: {query}", flush=True)


if __name__ == "__main__":
    main()
