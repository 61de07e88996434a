"""A log is pasted, dropped, chosen, typed; the answer shows it as text; nothing is asked of the network; reports are redacted."""

import gzip
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import REPOSITORY, Sample

TARGET = "IndexError: Target 7 is out of bounds."
ENTRY = "label-index-out-of-range"
TITLE = "Class index outside 0 to C-1"
DROP = """([selector, files]) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  document.querySelector(selector).dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


@pytest.fixture
def open_page(address: str, page: Page) -> Page:
    """The page that diagnoses, ready."""
    page.goto(f"{address}/diagnose/")
    page.wait_for_load_state("networkidle")
    return page


def found(page: Page) -> list[str]:
    page.locator(".fp-paste-status", has_text=re.compile("fit|fits")).wait_for(timeout=30_000)
    return page.locator(".fp-found a").all_inner_texts()


def test_a_pasted_log_leads_to_its_entry(open_page: Page) -> None:
    page = open_page
    log = f"step 1\n[rank5]: Traceback (most recent call last):\n[rank5]: {TARGET}\n"
    page.evaluate("text => navigator.clipboard.writeText(text)", log)
    page.get_by_label("Paste a log").focus()
    page.keyboard.press("Control+v")
    assert found(page)[0] == TITLE
    first = page.locator(".fp-candidates > li").first
    expect(first.locator(".fp-badge")).to_have_text("sure")
    expect(first.locator("mark")).to_contain_text("Target 7 is out of bounds")
    expect(first).to_contain_text("Next:")
    expect(first).to_contain_text("Fix:")
    expect(page.locator(".fp-notes").first).to_contain_text("rank 5")
    expect(page.locator(".fp-log .fp-logline.fp-evidence .fp-number")).to_have_text("3")
    first.get_by_role("link", name=TITLE).click()
    assert page.url.endswith(f"/entries/{ENTRY}/")


def test_results_come_as_one_types_with_the_keyboard_alone(open_page: Page) -> None:
    page = open_page
    page.get_by_label("Paste a log").focus()
    page.keyboard.type("Target 7 is out of bou")
    page.wait_for_timeout(400)
    page.keyboard.type("nds.")
    expect(page.locator(".fp-found a").first).to_have_text(TITLE)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").startswith("line 1"):
            break
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "fp-log-0-1"
    page.get_by_label("Paste a log").fill("")
    expect(page.locator(".fp-paste-result")).to_be_empty()


def test_from_key_to_result_in_a_tenth_of_a_second(open_page: Page) -> None:
    """Fifty lines; the median of several, since other work may run on this machine."""
    page = open_page
    log = "\n".join(f"[rank{n % 4}]: step {n} loss: {3 - n / 50:.3f} lr: 1e-4" for n in range(49)) + f"\n[rank1]: {TARGET}"
    page.get_by_label("Paste a log").fill(log)
    found(page)
    took = page.evaluate("""async (log) => {
      const field = document.querySelector(".fp-paste-text"), result = document.querySelector(".fp-paste-result"), times = [];
      for (let n = 0; n < 9; n++) {
        const started = performance.now();
        const changed = new Promise((done) => {
          new MutationObserver((_, seen) => { seen.disconnect(); done(); }).observe(result, { childList: true });
        });
        field.value = log + " ".repeat(n + 1);
        field.dispatchEvent(new Event("input"));
        await changed;
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b);
    }""", log)  # fmt: skip
    assert took[0] < 100, took


def test_dropped_files_are_the_ranks_of_one_job(open_page: Page) -> None:
    page = open_page
    waits = "[E ProcessGroupNCCL.cpp:616] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=41, OpType=ALLREDUCE)"
    page.evaluate(DROP, [".fp-paste", [["rank0.log", f"ok\n{waits}\n"], ["rank1.log", f"step\n{TARGET}\n"]]])
    assert found(page)[0] == TITLE
    expect(page.locator(".fp-notes").first).to_contain_text("rank 1: its own error comes first")
    expect(page.locator(".fp-notes").first).to_contain_text("rank0.log, line 2")
    assert page.locator(".fp-log summary").all_inner_texts() == ["The log: rank0.log", "The log: rank1.log"]


def test_files_of_one_name_are_told_apart(open_page: Page) -> None:
    page = open_page
    page.evaluate(DROP, [".fp-paste", [["stderr.log", "step 1\nfine\n"], ["stderr.log", f"step 1\n{TARGET}\n"]]])
    assert found(page)[0] == TITLE
    page.locator(".fp-candidates").get_by_role("button", name="stderr.log (2), line 2").click()
    assert page.evaluate("document.activeElement.textContent") == f"2{TARGET}"
    assert page.locator(".fp-log .fp-logline.fp-evidence").count() == 1


def test_a_worker_that_does_not_start_is_said(address: str, page: Page) -> None:
    page.route("**/worker.js", lambda route: route.fulfill(status=404, body=""))
    page.goto(f"{address}/diagnose/")
    page.wait_for_load_state("networkidle")
    page.get_by_label("Paste a log").fill(TARGET)
    expect(page.locator(".fp-paste-status")).to_contain_text("This did not work here: the worker did not start")


def test_chosen_files_are_read_gzip_too_and_what_is_no_text_is_named(open_page: Page, tmp_path: Path) -> None:
    page = open_page
    packed, binary = tmp_path / "job.log.gz", tmp_path / "weights.bin"
    packed.write_bytes(gzip.compress(f"step 1\n{TARGET}\n".encode()))
    binary.write_bytes(bytes(range(256)) * 100)
    page.locator(".fp-paste-files").set_input_files([packed, binary])
    assert found(page)[0] == TITLE
    expect(page.locator(".fp-notes").first).to_contain_text("weights.bin is not text")


def test_samples_are_captured_outputs_that_lead_somewhere(open_page: Page) -> None:
    page = open_page
    buttons = page.locator(".fp-paste-samples button")
    assert buttons.count() >= 4
    for n in range(buttons.count()):
        page.get_by_label("Paste a log").fill("")
        buttons.nth(n).click()
        assert found(page), buttons.nth(n).inner_text()


def test_html_and_script_in_a_log_are_shown_as_text(open_page: Page) -> None:
    page = open_page
    evil = f"<script>window.evil = 1</script><img src=x onerror='window.evil = 1'> {TARGET} </pre><b>bold</b>\n"
    page.get_by_label("Paste a log").fill(evil)
    found(page)
    page.evaluate(DROP, [".fp-paste", [["<img src=x onerror='window.evil = 1'>.log", evil], ["b.log", evil]]])
    found(page)
    assert page.evaluate("window.evil") is None
    assert page.locator(".fp-paste-result :is(img, script, b)").count() == 0
    expect(page.locator(".fp-candidates code").first).to_contain_text("<script>window.evil = 1</script>")


def test_nothing_is_asked_of_the_network_while_diagnosing_and_it_works_without_one(open_page: Page, tmp_path: Path) -> None:
    page = open_page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(offline=True)
    page.get_by_label("Paste a log").fill(TARGET)
    assert found(page)[0] == TITLE
    path = tmp_path / "job.log.gz"
    path.write_bytes(gzip.compress(f"{TARGET}\n".encode()))
    page.locator(".fp-paste-files").set_input_files(path)
    assert found(page)[0] == TITLE
    page.locator(".fp-report summary").click()
    assert [url for url in asked if not url.startswith("blob:")] == []
    page.context.set_offline(offline=False)


def test_the_policy_lets_nothing_out(open_page: Page) -> None:
    policy = open_page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    assert "connect-src 'self'" in policy
    assert "worker-src 'self'" in policy
    refused = open_page.evaluate("fetch('https://example.org/').then(() => 'went out', () => 'refused')")
    assert refused == "refused"


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.log"
    rows = "".join(f"[rank{n % 8}]: 2026-11-30 12:00:00,{n % 1000:03} - INFO - step: {n}  loss: 2.3  lr: 3e-05\n" for n in range(10_000))
    with path.open("w") as file:
        for n in range(150):
            file.write(rows)
            if n == 40:
                file.write(f"[rank5]: {TARGET}\n")
    assert path.stat().st_size > 100_000_000
    return path


def resident(page: Page) -> int:
    """Return the resident bytes of the largest renderer of this browser; the worker lives in one."""
    browser = page.context.browser
    assert browser is not None
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [int(Path(f"/proc/{p['id']}/statm").read_text().split()[1]) for p in processes if p["type"] == "renderer"]
    return max(pages) * os.sysconf("SC_PAGE_SIZE")


def test_a_large_file_is_read_in_bounded_memory_with_progress_while_the_page_answers(open_page: Page, large: Path) -> None:
    page = open_page
    page.evaluate("""() => {
      window.said = []; window.gap = 0;
      const status = document.querySelector(".fp-paste-status");
      new MutationObserver(() => window.said.push(status.textContent)).observe(status, { childList: true });
      let last = performance.now();
      window.beat = setInterval(() => { window.gap = Math.max(window.gap, performance.now() - last); last = performance.now(); }, 10);
    }""")
    before = resident(page)
    page.locator(".fp-paste-files").set_input_files(large)
    page.locator(".fp-paste-status", has_text=re.compile(r"\d MB read")).wait_for(timeout=30_000)
    assert 0 <= float(page.locator(".fp-paste-progress").evaluate("bar => bar.value")) <= 1
    peaks = []
    while not page.locator(".fp-paste-status", has_text="fit").count():
        peaks.append(resident(page))
        page.wait_for_timeout(100)
    assert page.locator(".fp-found a").first.inner_text() == TITLE
    expect(page.locator(".fp-paste-progress")).to_be_hidden()
    assert len([text for text in page.evaluate("window.said") if "read" in text]) >= 2
    assert page.evaluate("window.gap") < 1000
    expect(page.locator(".fp-log .fp-logline.fp-evidence .fp-number")).to_have_text("410001")
    assert max(peaks) - before < 350_000_000  # the same for a file of any size; kept whole, this one would need it for its text alone


def test_a_later_text_supersedes_a_file_that_is_being_read(open_page: Page, large: Path) -> None:
    page = open_page
    page.locator(".fp-paste-files").set_input_files(large)
    page.locator(".fp-paste-status", has_text=re.compile(r"\d MB read")).wait_for(timeout=30_000)
    page.get_by_label("Paste a log").fill("zzzz qqqq")
    expect(page.locator(".fp-paste-status")).to_have_text("No entry fits.", timeout=5000)
    page.wait_for_timeout(3000)
    expect(page.locator(".fp-paste-status")).to_have_text("No entry fits.")


SECRETS = [
    "alice", "gpu17", "10.1.2.3", "fe80::1ff:fe23:4567:890a", "hf_abcdefABCDEF123456", "alice.smith@example.com", "s3cretValue",
    "corp.example.com", "AKIAIOSFODNN7EXAMPLE", "myproject", "bucket-of-us", "C:\\Users", "eyJhbGciOiJIUzI1NiJ9",
    "tatooine", "jdoe", "hunter2", "acme", "fileserver", "Jane", "secret plan", "h100-203", "tracking01", "slurm-gpu", "deadbeef",
]  # fmt: skip
PRIVATE = f"""alice@gpu17:~/myproject$ python /home/alice/myproject/secret_plan/train.py --api-key s3cretValue
Logged in as alice.smith@example.com from 10.1.2.3 (fe80::1ff:fe23:4567:890a) on node-gpu17.corp.example.com
HF_TOKEN=hf_abcdefABCDEF123456 AWS=AKIAIOSFODNN7EXAMPLE password: "s3cretValue" Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc
  File "/home/alice/.venv/lib/python3.11/site-packages/torch/nn/functional.py", line 3494, in cross_entropy
  File "C:\\Users\\alice\\myproject\\train.py", line 9, in <module>
reading s3://bucket-of-us/myproject/shard-1.parquet num_tokens: 512 pad_token=0 torch.distributed.elastic.multiprocessing
tatooine:4711:4800 [0] NCCL INFO Bootstrap : Using eth0
[c10d] The client socket has failed to connect to [tatooine.dc.acme]:29500; addresses of (slurm-h100-203-117, 29500) cannot be retrieved
srun: error: slurm-gpu-a: task 2: Exited; *** JOB 12 ON tatooine CANCELLED
SLURM_JOB_NAME=acme-llm SLURM_JOB_USER=jdoe rdzv_endpoint=tatooine:29400
wandb: Currently logged in as: jdoe (acme-research). https://wandb.ai/acme-research/plan/runs/ab12 Cookie: sessionid=deadbeef
torchrun --rdzv-endpoint tatooine:29400; http://jdoe:hunter2@git.acme/x http://tracking01:5000/acme then jdoe again on slurm-gpu-a
  File "\\\\fileserver01\\share$\\team\\train.py", line 9
  File "C:\\Users\\Jane Doe\\secret plan\\train.py", line 9
{{"log": "  File \\"C:\\\\Users\\\\jdoe\\\\train.py\\", '/mnt/acme customers/list.csv'"}} [pod/acme-train-0/pytorch] ok
  File "C:\\Users\\jdoe\\.venv\\Lib\\site-packages\\torch\\serialization.py", line 1384, see https://pytorch.org/docs/stable/elastic/errors.html
[rank1]: {TARGET}
"""


def test_a_report_is_redacted_shown_and_edited_before_it_leaves(project: Sample, address: str, page: Page) -> None:
    assert project.root  # the site as built names no repository; one is set here as mkdocs.yml would
    page.goto(f"{address}/diagnose/")
    page.evaluate("document.querySelector('.fp-paste').dataset.repo = 'https://github.com/example/failpedia'")
    page.get_by_label("Paste a log").fill(PRIVATE)
    found(page)
    page.locator(".fp-report summary").click()
    text = page.locator(".fp-report-text").input_value()
    assert [secret for secret in SECRETS if secret in text] == []
    for useful in ("site-packages/torch/nn/functional.py", "line 3494, in cross_entropy", "num_tokens: 512", "pad_token=0",
                   "torch.distributed.elastic.multiprocessing", TARGET, "train.py", "site-packages\\torch\\serialization.py",
                   "https://pytorch.org/docs/stable/elastic/errors.html"):  # fmt: skip
        assert useful in text
    page.locator(".fp-report-text").fill("only this & that")
    link = page.get_by_role("link", name="Open a filled-in report").get_attribute("href") or ""
    assert link.startswith("https://github.com/example/failpedia/issues/new?")
    assert "signatures=only+this+%26+that" in link
    assert "Target" not in link


def test_nothing_fits_is_said_plainly_and_leads_to_a_report(open_page: Page) -> None:
    page = open_page
    page.get_by_label("Paste a log").fill("the quick brown fox jumps over the lazy dog")
    expect(page.locator(".fp-paste-result")).to_contain_text("No entry fits.")
    expect(page.locator(".fp-report-text")).to_be_visible()


def test_a_step_that_announces_code_shows_it(open_page: Page) -> None:
    page = open_page
    page.get_by_label("Paste a log").fill("every label of the eos token is -100 because pad token equals eos")
    expect(page.locator(".fp-candidates > li").first).to_contain_text("batch = next(iter(trainer.get_train_dataloader()))")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_words_lead_to_the_page_of_a_sign(open_page: Page) -> None:
    page = open_page
    page.get_by_label("Paste a log").fill("my loss is suspiciously low")
    page.locator(".fp-notes").first.get_by_role("link", name="Loss is suspiciously low").click()
    assert "/signs/" in page.url


def test_the_home_page_and_an_entry_have_the_box_too(address: str, page: Page) -> None:
    page.goto(address)
    page.get_by_label("Paste a log").fill(TARGET)
    assert found(page)[0] == TITLE
    page.goto(f"{address}/entries/{ENTRY}/")
    page.get_by_text("Paste your log").click()
    page.get_by_label("Paste or drop a log").fill(TARGET)
    expect(page.locator(".fp-verdict-line")).to_contain_text("This log is of this failure")
    page.goto(f"{address}/entries/scheduler-step-order/")
    page.get_by_text("Paste your log").click()
    page.get_by_label("Paste or drop a log").fill(TARGET)
    expect(page.locator(".fp-verdict-line")).to_contain_text("Nothing here points to this entry")
    assert page.locator(".fp-found a").first.inner_text() == TITLE


@pytest.mark.parametrize("path", ["/", "/diagnose/", f"/entries/{ENTRY}/"])
def test_without_javascript_a_sentence_says_what_to_run(address: str, plain: Page, path: str) -> None:
    plain.goto(address + path)
    if "entries" in path:
        plain.get_by_text("Paste your log").click()
    expect(plain.locator(".fp-paste noscript code").first).to_be_visible()
    expect(plain.locator(".fp-paste noscript code").first).to_have_text("failpedia diagnose job.log")
    expect(plain.locator(".fp-paste-text")).to_be_hidden()


def test_opened_from_a_disk_it_says_why_it_cannot(project: Sample, page: Page) -> None:
    page.goto((project.root / "build/site/diagnose/index.html").as_uri())
    expect(page.locator(".fp-paste-status")).to_contain_text("failpedia diagnose FILE")
    expect(page.get_by_label("Paste a log")).to_be_disabled()


@pytest.fixture
def small(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark")
    yield context.new_page()
    context.close()


def test_on_a_phone_an_answer_fits_and_is_accessible(address: str, small: Page) -> None:
    from axe_playwright_python.sync_playwright import Axe

    small.goto(f"{address}/diagnose/")
    log = (REPOSITORY / "tests/logs/collective-timeout/four-ranks-report.log").read_text()
    small.get_by_label("Paste a log").fill(f"{log}\n[rank2]: {'x' * 300} {TARGET}\n")
    found(small)
    small.evaluate("for (const part of document.querySelectorAll('.md-content details')) part.open = true")
    assert small.evaluate("document.documentElement.scrollWidth") <= 390
    result = Axe().run(small)
    assert result.violations_count == 0, result.generate_report()


def test_the_index_is_as_small_as_promised(project: Sample) -> None:
    index = json.loads((project.root / "build/site/api/diagnosis.json").read_text())
    assert index["schema"] == 1
    assert (project.root / "build/site/assets/diagnosis/vendor/re2js.LICENSE.txt").exists()
