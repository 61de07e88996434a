"""How fast the diagnosis reads, against ripgrep over the same patterns in the same run; how it grows with entries; how long a paste takes.

Throughput is by the clock and by processor seconds (RE2 works in threads, ripgrep reads one file in one); the other times of the terminal
are processor seconds. The same is then measured in Chromium, on the built site.
Run by hand: python bench/diagnose.py [MEGABYTES [MEGABYTES IN CHROMIUM]]
"""

import functools
import http.server
import io
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from generator.diagnosis import cached, index
from generator.diagnosis.answer import Diagnosis
from generator.diagnosis.collecting import Collector
from generator.diagnosis.matching import Scanner
from generator.diagnosis.reading import blocks
from generator.project import Project, read

REPOSITORY = Path(__file__).parents[1]
RANKS = 8
FAILURE = """[rank5]: Traceback (most recent call last):
[rank5]:   File "/job/train.py", line 210, in <module>
[rank5]:     main()
[rank5]: IndexError: Target 7 is out of bounds.
[rank0]:[E ProcessGroupNCCL.cpp:616] [Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=41, OpType=ALLREDUCE)
"""


def lines(size: int) -> Iterator[bytes]:
    """Yield about so many bytes of what eight ranks print in a long run, in blocks; the failure stands at nine tenths."""
    written, first = 0, 1
    failed = False
    while written < size:
        rows = []
        for step in range(first, first + 1000):
            for rank in range(RANKS):
                loss = 2 + 3 / (1 + step / 5000)
                rows.append(
                    f"[rank{rank}]: 2026-11-30 12:{step // 60 % 60:02}:{step % 60:02},{step % 1000:03} - root - INFO - step: {step}  "
                    f"loss: {loss:.4f}  grad_norm: {1 + rank / 9:.3f}  lr: 3.0e-05  memory: 41.22GiB(51.5%)  tps: {5000 + step % 97}\n"
                )
            if step % 50 == 0:
                rows.append(f" {step % 100}%|{'█' * 8}| {step}/900000 [00:40<2:40:10,  2.50it/s]\r")
        first += 1000
        chunk = "".join(rows).encode()
        if written > 0.9 * size and not failed:
            failed = True
            chunk += FAILURE.encode()
        written += len(chunk)
        yield chunk


def timed(work: Any) -> tuple[float, Any]:
    """Return the processor seconds that a call and its children take, and its result: others may share the machine."""
    started = sum(os.times()[:4])
    result = work()
    return sum(os.times()[:4]) - started, result


def throughput(path: Path, built: dict[str, Any]) -> None:
    """Print megabytes a second of ripgrep, of plain signatures, and of everything."""
    megabytes = path.stat().st_size / 1e6
    signatures = [signature["pattern"] for entry in built["entries"] for signature in entry["signatures"]]

    def plain() -> int:
        scanner = Scanner(signatures)
        with path.open("rb") as stream:
            return sum(1 for _, pieces in scanner.scan(blocks(stream)) for _ in pieces)

    def everything() -> Any:
        diagnosis = Diagnosis(built)
        with path.open("rb") as stream:
            return diagnosis.answer([diagnosis.collector.read(0, str(path), stream)])

    def fast(what: str, work: Callable[[], Any]) -> Any:
        started = time.perf_counter()
        seconds, result = timed(work)
        passed = time.perf_counter() - started
        print(f"{what:<34}{megabytes / passed:8.0f} MB/s by the clock {megabytes / seconds:8.0f} by processor seconds")
        return result

    found = fast("plain signatures", plain)
    answer = fast("all: ranks, metrics, words", everything)
    print(f"{'':<34}{found} lines found; {[c.slug for c in answer.matches]}, {answer.initiating}")
    ripgrep = shutil.which("rg")
    if ripgrep:
        # RE2's word boundary knows ASCII only; with Unicode's, ripgrep takes minutes at the progress bars
        with tempfile.NamedTemporaryFile("w", suffix=".patterns") as patterns:
            patterns.write("\n".join(signature.replace(r"\"", '"') for signature in signatures) + "\n")  # it knows no escaped quote
            patterns.flush()
            command = [ripgrep, "--no-unicode", "-n", "-f", patterns.name, str(path)]
            done = fast("rg -f, the same signatures", lambda: subprocess.run(command, capture_output=True, check=False))
            if done.returncode > 1:
                raise SystemExit(done.stderr.decode())
    else:
        print("rg is not installed: apt-get install ripgrep")


def growth(built: dict[str, Any], sample: bytes) -> None:
    """Print how reading grows with entries: each made entry has two signatures of its own."""
    for count in (10, 100, 1000):
        made = [
            {**built["entries"][n % len(built["entries"])], "signatures": [{"pattern": p, "role": "cause"} for p in _patterns(n)]}
            for n in range(count)
        ]
        seconds, collector = timed(lambda made=made: Collector({**built, "entries": made}))
        reading, _ = timed(lambda collector=collector: collector.read(0, "-", io.BytesIO(sample)))
        print(f"{count:>6} entries  {seconds:6.2f} s to compile  {len(sample) / 1e6 / reading:8.0f} MB/s")


def _patterns(n: int) -> list[str]:
    return [rf"\w+Error: failure number {n} of (?:layer|rank) \d+ is not", f"the cache of part {n} (?:ran out|overflowed) after"]


def paste() -> None:
    """Print how long the whole command takes for fifty lines."""
    text = ("".join(row.decode() for row in lines(8000))[:6000] + FAILURE).splitlines()[-50:]
    for name in ("first (the index is built)", "again"):
        if name.startswith("first"):
            (REPOSITORY / "build" / cached.CACHE).unlink(missing_ok=True)
        seconds, _ = timed(
            lambda: subprocess.run(
                [sys.executable, "-m", "generator", "diagnose"],
                input="\n".join(text).encode(),
                cwd=REPOSITORY,
                capture_output=True,
                check=False,
            )
        )
        print(f"fifty lines, whole command, {name:<28}{1000 * seconds:6.0f} ms")


KEY_TO_RESULT = """async (log) => {
  const field = document.querySelector(".fp-paste-text"), result = document.querySelector(".fp-paste-result"), times = [];
  for (let n = 0; n < 21; n++) {
    const started = performance.now();
    const changed = new Promise((done) => {
      new MutationObserver((_, seen) => { seen.disconnect(); done(); }).observe(result, { childList: true });
    });
    field.value = log + " ".repeat(n + 1);
    field.dispatchEvent(new Event("input"));
    await changed;
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[10];
}"""


def chromium(size: int) -> None:
    """Print megabytes a second of a file that is chosen on the site, peak memory, and milliseconds from a key to its result."""
    from playwright.sync_api import Browser, sync_playwright

    site = REPOSITORY / "build" / "site"
    if not (site / "diagnose" / "index.html").exists() or not Path("/usr/bin/chromium").exists():
        print("in Chromium: needs /usr/bin/chromium and a built site (make build)")
        return

    def resident(browser: Browser) -> float:
        found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        pages = [int(Path(f"/proc/{p['id']}/statm").read_text().split()[1]) for p in found if p["type"] == "renderer"]
        return max(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6

    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    handler.func.log_message = lambda *_: None  # type: ignore[attr-defined]
    with (
        tempfile.TemporaryDirectory() as folder,
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        sync_playwright() as playwright,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = Path(folder) / "job.log"
        with path.open("wb") as stream:
            stream.writelines(lines(size))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/diagnose/")
        page.wait_for_load_state("networkidle")
        text = ("".join(row.decode() for row in lines(8000))[:6000] + FAILURE).splitlines()[-50:]
        page.locator(".fp-paste-text").fill("\n".join(text))
        page.locator(".fp-found a").first.wait_for()
        print(f"in Chromium, fifty lines, from key to result {page.evaluate(KEY_TO_RESULT, chr(10).join(text)):12.0f} ms")
        before, peak = resident(browser), 0.0
        started = time.perf_counter()
        page.locator(".fp-paste-files").set_input_files(path)
        while not page.locator(".fp-found a").count():
            peak = max(peak, resident(browser))
            page.wait_for_timeout(50)
        seconds = time.perf_counter() - started
        megabytes = path.stat().st_size / 1e6
        print(f"in Chromium, all of {megabytes:.0f} MB {megabytes / seconds:19.0f} MB/s   {peak - before:.0f} MB more memory at most")
        server.shutdown()


def main() -> None:
    """Print all figures."""
    size = int(float(sys.argv[1]) * 1e6) if len(sys.argv) > 1 else 10**9
    built = index.build(read(Project(REPOSITORY), ledger_rules=False).encyclopedia)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "job.log"
        with path.open("wb") as stream:
            stream.writelines(lines(size))
        os.sync()
        throughput(path, built)
        with path.open("rb") as stream:
            sample = stream.read(50_000_000)
    growth(built, sample)
    paste()
    chromium(int(float(sys.argv[2]) * 1e6) if len(sys.argv) > 2 else 300_000_000)


if __name__ == "__main__":
    main()
