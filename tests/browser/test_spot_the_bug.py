"""Spot the bug and /practice/: with mouse, keyboard, a screen reader's names, hints, a run, and without JavaScript."""

import json

from playwright.sync_api import Locator, Page, expect

EXERCISE = "/practice/scheduler-step-order/"


def key(page: Page) -> list[dict[str, list[int]]]:
    places: list[dict[str, list[int]]] = json.loads(page.locator(".fp-key").text_content() or "")["places"]
    return places


def words(page: Page) -> Locator:
    return page.locator(".fp-word")


def status(page: Page) -> Locator:
    return page.locator(".fp-spot [role=status]")


def solve(page: Page) -> None:
    for place in key(page):
        words(page).nth(place["words"][0]).click()
    page.get_by_role("button", name="Check", exact=True).click()


def test_the_browser_counts_words_as_the_key_does(address: str, page: Page) -> None:
    page.goto(f"{address}/practice/")
    for href in page.locator(".fp-exercises a").evaluate_all("links => links.map((a) => a.href)"):
        page.goto(href)
        assert words(page).count() == int(page.locator(".fp-spot").get_attribute("data-words") or 0)
        solve(page)
        expect(status(page)).to_contain_text("Right.")


def test_a_wrong_word_is_said_to_be_right_and_marking_again_unmarks(address: str, page: Page) -> None:
    page.goto(address + EXERCISE)
    right = {word for place in key(page) for word in place["words"]}
    wrong = next(i for i in range(words(page).count()) if i not in right)
    words(page).nth(wrong).click()
    expect(words(page).nth(wrong)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(status(page)).to_contain_text("is right")
    expect(page.locator(".fp-answer .fp-diff")).to_be_hidden()
    words(page).nth(wrong).click()
    expect(words(page).nth(wrong)).to_have_attribute("aria-pressed", "false")
    solve(page)
    expect(status(page)).to_contain_text("Right.")
    expect(page.locator(".fp-answer .fp-diff")).to_be_visible()
    expect(page.locator(".fp-answer")).to_contain_text("Broken was reproduced, fixed clean")


def test_hints_narrow_from_a_region_to_a_line(address: str, page: Page) -> None:
    page.goto(address + EXERCISE)
    page.get_by_role("button", name="Hint", exact=True).click()
    region = page.locator(".fp-hinted").count()
    page.get_by_role("button", name="Hint", exact=True).click()
    line = page.locator(".fp-hinted").count()
    assert 1 <= line <= region
    expect(status(page)).to_contain_text("Hint:")


def test_an_exercise_is_solved_with_the_keyboard_alone(address: str, page: Page) -> None:
    page.goto(address + EXERCISE)
    places = key(page)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "fp-word":
            break
    at = 0
    for place in places:
        for _ in range(place["words"][0] - at):
            page.keyboard.press("ArrowRight")
        at = place["words"][0]
        page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Home")
    assert page.evaluate("[...document.querySelectorAll('.fp-word')].indexOf(document.activeElement)") == 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Check"
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("Right.")


def test_a_screen_reader_hears_words_with_their_line_and_state(address: str, page: Page) -> None:
    page.goto(address + EXERCISE)
    first = words(page).first
    expect(first).to_have_accessible_name("def, line 1")
    expect(first).to_have_role("button")
    expect(page.locator(".fp-spot-code")).to_have_accessible_name("The code: arrow keys move from word to word, space marks one")


def test_progress_stays_in_the_browser_and_leads_to_the_next(address: str, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method) if request.method != "GET" else None)
    page.goto(f"{address}/practice/")
    total = page.locator(".fp-exercises li").count()
    expect(page.locator(".fp-practice [role=status]")).to_have_text(f"0 of {total} solved.")
    page.get_by_role("link", name="The next one").click()
    solved = page.url
    solve(page)
    page.goto(f"{address}/practice/")
    expect(page.locator(".fp-practice [role=status]")).to_have_text(f"1 of {total} solved.")
    assert page.get_by_role("link", name="The next one").evaluate("link => link.href") != solved
    assert page.locator(".fp-solved").count() == 1
    page.get_by_role("button", name="Forget my progress").click()
    expect(page.locator(".fp-practice [role=status]")).to_have_text(f"0 of {total} solved.")
    assert page.locator(".fp-solved").count() == 0
    assert asked == []


def test_a_run_of_ten_goes_from_one_to_the_next(address: str, page: Page) -> None:
    page.goto(f"{address}/practice/")
    page.get_by_role("button", name="A run of 10").click()
    page.wait_for_url("**/practice/*/")
    seen = set()
    for n in range(1, 11):
        seen.add(page.url)
        solve(page)
        onward = page.locator(".fp-onward")
        expect(onward).to_have_text("All 10 done" if n == 10 else f"Next, {n} of 10 done")
        onward.click()
        page.wait_for_load_state()
    assert len(seen) == 10
    assert page.url.endswith("/practice/")


def test_without_javascript_the_code_is_plain_and_the_answer_folded(address: str, plain: Page) -> None:
    plain.goto(address + EXERCISE)
    expect(plain.locator(".fp-spot-code code")).to_contain_text("def run():")
    expect(plain.locator(".fp-answer .fp-diff")).to_be_hidden()
    plain.locator(".fp-answer summary").click()
    expect(plain.locator(".fp-answer .fp-diff")).to_be_visible()
    plain.goto(f"{address}/practice/")
    assert plain.locator(".fp-exercises a").count() >= 13
