"""An entry as it is read: the answer first, copying, downloads, folded parts, the keyboard."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.conftest import Sample

ENTRY = "/entries/scheduler-step-order/"


def test_the_answer_and_its_difference_come_before_anything_to_scroll_for(address: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address + ENTRY)
    expect(page.locator(".fp-answerbox")).to_be_in_viewport()
    tops = [
        page.locator(selector).first.evaluate("n => n.getBoundingClientRect().top")
        for selector in (".fp-diff", "#how-to-confirm", "#fixes")
    ]
    assert tops == sorted(tops)
    height = page.evaluate("document.documentElement.scrollHeight")
    assert tops[2] < height / 3, "confirming and fixing stand in the first third"


def test_copying_gives_code_that_runs_and_never_a_broken_side(address: str, page: Page, project: Sample) -> None:
    page.goto(address + ENTRY)
    page.locator(".fp-runs summary").first.click()
    page.get_by_role("button", name="Copy the fixed code").first.click()
    code = page.evaluate("navigator.clipboard.readText()")
    assert "def fixed():" in code
    assert "def broken():" not in code
    compile(code, "pasted", "exec")
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    for button in page.locator(".highlight .fp-button").all():
        button.click()
        assert "def broken(" not in page.evaluate("navigator.clipboard.readText()")
    assert page.locator(".fp-diff .fp-button, .fp-mistake .fp-button, .fp-spot .highlight .fp-button").count() == 0
    with page.expect_download() as download:
        page.locator(".fp-runs a[download]").first.click()
    name = download.value.suggested_filename
    got = Path(download.value.path()).read_bytes()
    assert got == (project.root / "snippets/scheduler-step-order" / name).read_bytes()
    command = page.locator(".fp-runs .language-bash code").first.inner_text().split("\n")
    assert all(line.startswith(f'python -c "import {name.removesuffix(".py")} as s') for line in command if line)


def test_what_is_copied_as_markdown_is_the_twin(address: str, page: Page, project: Sample) -> None:
    page.goto(address + ENTRY)
    page.get_by_role("button", name="copy it").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == project.read("build/site/entries/scheduler-step-order/index.md")


def test_an_entry_reads_with_tab_and_enter_only(address: str, page: Page) -> None:
    page.goto(address + ENTRY)
    reached = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.tagName + '.' + document.activeElement.className"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        visible = page.evaluate("document.activeElement.getClientRects().length > 0")
        focused = page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
        assert not visible or outline != "none" or page.evaluate("document.activeElement.matches('.md-option, .md-toggle, .md-skip')"), (
            focused
        )
        if page.evaluate("document.activeElement.matches('.fp-fold > summary')"):
            page.keyboard.press("Enter")
            assert page.evaluate("document.activeElement.parentElement.open")
    assert any("SUMMARY" in item for item in reached)
    assert any("PRE" in item for item in reached), "code that scrolls can be reached"


def test_everything_is_there_without_javascript(address: str, plain: Page) -> None:
    plain.goto(address + ENTRY)
    fold = plain.locator("details.fp-fold", has_text="What it prints")
    fold.locator("summary").first.click()
    expect(fold.locator(".fp-terminal").first).to_be_visible()
    plain.locator(".fp-runs summary").first.click()
    expect(plain.locator(".fp-runs .highlight").first).to_be_visible()
    assert plain.locator(".fp-needs-js:visible").count() == 0
    answer = plain.locator(".fp-answer")
    expect(answer.locator(".fp-diff")).to_be_hidden()
    answer.locator("summary").click()
    expect(answer.locator(".fp-diff")).to_be_visible()


def test_a_link_into_a_folded_part_opens_it(address: str, page: Page) -> None:
    page.goto(address + ENTRY)
    page.evaluate("document.querySelector('.fp-fold li').id = 'inside'; location.hash = 'inside'")
    expect(page.locator("#inside")).to_be_visible()


def test_formulas_are_drawn_without_a_script(address: str, plain: Page, project: Sample) -> None:
    path = "build/site/entries/scheduler-step-order/index.html"
    from generator.formula import mathml

    html = project.read(path).replace("</h1>", f"</h1><p id=f>{mathml(chr(92) + 'frac{1}{n}')}</p>", 1)
    plain.route("**/formula/", lambda route: route.fulfill(body=html, content_type="text/html"))
    plain.goto(f"{address}/entries/formula/")
    box, one = plain.locator("#f mfrac").bounding_box(), plain.locator("#f mi").bounding_box()
    assert box is not None
    assert one is not None
    assert box["height"] > 1.5 * one["height"], "numerator above denominator"
