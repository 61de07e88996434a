"""What holds on every kind of page: it fits, loads nothing foreign, complains of nothing, does not jump, and axe finds nothing."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.conftest import Sample

ENTRY = "/entries/scheduler-step-order/"
KINDS = [
    "/",
    "/signs/",
    "/signs/warning-in-log/",
    "/entries/",
    ENTRY,
    "/practice/",
    "/practice/scheduler-step-order/",
    "/categories/",
    "/categories/data-pipeline/",
    "/tags/",
    "/tags/padding/",
    "/proofs/",
    "/search/?q=padding",
    "/diagnose/",
    "/404.html",
]
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(
    entry.value + " " + entry.sources.map((s) => s.node && (s.node.className || s.node.nodeName)).join(","));
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("path", KINDS)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")])
def test_a_page_fits_is_accessible_and_quiet(address: str, browser: Browser, path: str, width: int, scheme: str) -> None:
    page = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme).new_page()  # type: ignore[arg-type]
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url) if not request.url.startswith((address, "data:", "blob:")) else None)
    page.on("response", lambda response: said.append(f"{response.status} {response.url}") if response.status >= 400 else None)
    page.add_init_script(SHIFTS)
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    assert said == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").count() == 1
    assert page.evaluate("window.shifts") == []
    page.evaluate("for (const part of document.querySelectorAll('.md-content details')) part.open = true")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.context.close()


@pytest.mark.parametrize("path", KINDS)
def test_every_page_says_what_it_is_to_crawlers(address: str, page: Page, path: str) -> None:
    page.goto(address + path)
    for selector in ("meta[name=description]", "meta[property='og:title']", "meta[property='og:description']"):
        assert page.locator(selector).get_attribute("content")
    if path != "/404.html":
        data = page.evaluate("JSON.parse(document.querySelector('script[type=\"application/ld+json\"]').textContent)")
        assert {part["@type"] for part in data["@graph"]} == {"TechArticle" if path == ENTRY else "WebPage", "BreadcrumbList"}
    twin = page.locator("link[rel=alternate][type='text/markdown']")
    if twin.count():
        answer = page.request.get(page.evaluate("document.querySelector('link[type=\"text/markdown\"]').href"))
        assert answer.text().startswith("# ")
    else:
        assert path.startswith(("/search", "/404", "/diagnose"))


def test_every_link_of_the_site_leads_to_a_page_and_a_place_on_it(project: Sample, address: str, page: Page) -> None:
    """Dead links and dead anchors, terms and signs and related entries among them."""
    site = project.root / "build" / "site"
    targets: dict[str, set[str]] = {}
    page.goto(address)
    for file in sorted(site.rglob("index.html")):
        here = "/" + file.parent.relative_to(site).as_posix().strip(".") + "/"
        links = page.evaluate(
            "([text, base]) => [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('a[href], link[href]')]"
            ".map((a) => new URL(a.getAttribute('href'), base).href)",
            [file.read_text(encoding="utf-8"), address + here.replace("//", "/")],
        )
        for link in links:
            if link.startswith(address):
                target, _, anchor = link.removeprefix(address).partition("#")
                targets.setdefault(target.partition("?")[0], set()).add(anchor)
    for target, anchors in targets.items():
        path = site / target.strip("/")
        path = path / "index.html" if path.is_dir() else path
        assert path.is_file(), target
        text = path.read_text(encoding="utf-8") if path.suffix == ".html" else ""
        missing = [anchor for anchor in anchors if anchor and f'id="{anchor}"' not in text]
        assert not missing, (target, missing)
    assert len(targets) > 100


def test_with_an_address_pages_are_canonical_and_stand_in_the_site_map(
    project: Sample, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SITE_URL", "https://example.org/f")
    sample = Sample(tmp_path / "copy")
    project_copy(project, sample)
    sample.run("build")  # it says that most of the taxonomy is not used here, and builds
    page = sample.read("build/site/entries/scheduler-step-order/index.html")
    assert '<link rel="canonical" href="https://example.org/f/entries/scheduler-step-order/">' in page
    assert '<meta property="og:url" content="https://example.org/f/entries/scheduler-step-order/">' in page
    assert "<loc>https://example.org/f/entries/scheduler-step-order/</loc>" in sample.read("build/site/sitemap.xml")


def project_copy(project: Sample, to: Sample) -> None:
    """Take one entry and what it needs: a build of its own is quick then."""
    for path in ("mkdocs.yml", "constraints.txt", "entries/_taxonomy.yaml", "entries/scheduler-step-order.yaml"):
        to.write(path, project.read(path))
    for folder in ("templates", "snippets/scheduler-step-order"):
        for file in (project.root / folder).rglob("*"):
            if file.is_file():
                to.write(file.relative_to(project.root).as_posix(), file.read_text(encoding="utf-8"))
    to.write("entries/scheduler-step-order.yaml", to.read("entries/scheduler-step-order.yaml").split("\nrelated:")[0] + "\n")


def test_an_offline_copy_works_from_a_disk(project: Sample, browser: Browser, tmp_path: Path) -> None:
    sample = Sample(tmp_path / "copy")
    project_copy(project, sample)
    sample.run("build", "--offline")
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.goto((sample.root / "build/site/index.html").as_uri())
    page.get_by_role("link", name="A warning stands in the log").click()
    page.get_by_role("link", name="Its cause and its proved fixes").first.click()
    assert page.url.endswith("/entries/scheduler-step-order/index.html")
    page.locator(".fp-find__words").fill("lr_scheduler.step")
    page.keyboard.press("Enter")
    page.locator(".fp-results a").first.click()
    assert page.url.endswith("/entries/scheduler-step-order/index.html")
    page.get_by_role("link", name="Practice").first.click()
    page.get_by_role("link", name="The next one").click()
    page.get_by_role("button", name="Hint").click()
    assert "Hint:" in (page.locator(".fp-spot [role=status]").text_content() or "")
    assert said == []
    page.close()


def test_the_colours_follow_the_system_and_the_choice_is_kept(address: str, browser: Browser) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(address)
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
    page.get_by_title("Switch to light").click()
    assert page.locator("body").get_attribute("data-md-color-scheme") == "default"
    page.goto(f"{address}/entries/")
    assert page.locator("body").get_attribute("data-md-color-scheme") == "default"
    context.close()
