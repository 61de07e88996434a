"""The browser's module and the Python package give equal answers: over every report, sample and captured output, and over hostile bytes.

A difference is a bug of one of the two. Inputs lie in files, so both read the same bytes; the module gets them in chunks of another size.
"""

import functools
import gzip
import http.server
import io
import json
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from generator.diagnosis import evaluation, index
from generator.diagnosis.answer import Answer, Diagnosis
from generator.diagnosis.collecting import Reading
from generator.diagnosis.reading import BinaryFileError
from generator.encyclopedia import Encyclopedia
from tests.diagnosis.conftest import REPOSITORY

CHROMIUM = Path("/usr/bin/chromium")
REPORTS = [report for path in sorted(Path(__file__).parent.glob("reports*.yaml")) for report in evaluation.load(path)]
ASSETS = REPOSITORY / "templates" / "assets"
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium: apt-get install chromium")

Job = list[tuple[str, bytes]]
"""The files of one job, each with its name."""

ASK = """async ([names, size]) => {
  const chunks = function* (bytes) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const files = [];
  for (const [path, name] of names) {
    files.push({ name, chunks: chunks(new Uint8Array(await (await fetch(path, { cache: "no-store" })).arrayBuffer())) });
  }
  const { readings, ...answer } = await window.diagnosis.diagnose(files);
  return JSON.stringify({
    json: window.asJson(answer),
    matches: answer.matches.map(({ slug, expect, fix, signature, metric, words, share, told, terms, evidence }) =>
      ({ slug, expect, fix, signature, metric, words, share, told, terms, evidence })),
    initiating: answer.initiating,
    signs: answer.signs, files: answer.files, prose: answer.prose,
    windows: readings.map((reading) => [reading.rank, reading.window.length, reading.window.at(-1) || null]),
    hits: readings.map((reading) => Object.fromEntries([...reading.hits].map(([pattern, hits]) => [pattern, [hits.length, hits.at(-1)]]))),
  });
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, book: Encyclopedia) -> Path:
    """What is served: the module, the index, the inputs."""
    root = tmp_path_factory.mktemp("parity")
    (root / "assets").symlink_to(ASSETS)
    (root / "index.html").write_text("<!doctype html><meta charset=utf-8><title>parity</title>")
    (root / "diagnosis.json").write_text(json.dumps(index.build(book)))
    return root


@pytest.fixture(scope="module")
def page(folder: Path) -> Iterator[Page]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
            opened = chromium.new_page()
            opened.goto(f"http://127.0.0.1:{server.server_address[1]}/")
            opened.evaluate("""async () => {
              const { Diagnosis, asJson } = await import("/assets/diagnosis/diagnosis.js");
              window.diagnosis = new Diagnosis(await (await fetch("/diagnosis.json")).json());
              window.asJson = asJson;
            }""")
            yield opened
            chromium.close()
        server.shutdown()


@pytest.fixture(scope="module")
def compare(diagnosis: Diagnosis, folder: Path, page: Page) -> Callable[..., Any]:
    """Diagnose a job both ways, demand equal answers, return them."""

    def run(job: Job, size: int = 7777) -> Any:
        names = []
        for number, (name, content) in enumerate(job):
            (folder / f"{number}.bin").write_bytes(content)
            names.append((f"/{number}.bin", name))
        in_browser = json.loads(page.evaluate(ASK, [names, size]))
        in_python = json.loads(json.dumps(whole(diagnosis, job)))
        assert in_browser == in_python
        return in_python

    return run


def whole(diagnosis: Diagnosis, job: Job) -> Any:
    """Return everything that an answer holds, as data."""
    readings, unread = [], []
    for number, (name, content) in enumerate(job):
        try:
            reading = diagnosis.collector.read(number, name, io.BytesIO(content), alone=len(job) == 1)
        except BinaryFileError:
            reading = Reading(number, name, None)
            unread.append(f"{name} is not text: bring what the program printed.")
        else:
            unread += [] if reading.window else [f"{name} is empty."]
        readings.append(reading)
    answer: Answer = diagnosis.answer(readings)
    data = answer.data()
    fields = ("slug", "expect", "fix", "signature", "metric", "words", "share", "told", "terms")
    return {
        "json": data | {"missing": unread + data["missing"]},
        "matches": [
            {name: getattr(c, name) for name in fields}
            | {"evidence": [{name: getattr(e, name) for name in ("file", "line", "column", "text", "matched")} for e in c.evidence]}
            for c in answer.matches
        ],
        "initiating": answer.initiating and {name: getattr(answer.initiating, name) for name in ("rank", "line", "file", "how")},
        "signs": answer.signs,
        "files": answer.files,
        "prose": answer.prose,
        "hits": [{pattern: [len(hits), vars(hits[-1])] for pattern, hits in r.hits.items()} for r in readings],
        "windows": [[r.rank, len(r.window), r.window[-1] if r.window else None] for r in readings],
    }


def test_every_report(compare: Callable[..., Any]) -> None:
    for report in REPORTS:
        compare([("-", report.text.encode())])


def test_every_sample_and_all_of_a_folder_as_one_job(compare: Callable[..., Any]) -> None:
    for path in sorted((REPOSITORY / "tests" / "logs").rglob("*.log")):
        compare([(path.name, path.read_bytes())])
    for folder in sorted((REPOSITORY / "tests" / "logs").iterdir()):
        compare([(path.name, path.read_bytes()) for path in sorted(folder.glob("*.log"))])


def test_every_captured_output(compare: Callable[..., Any], book: Encyclopedia) -> None:
    for ledger in book.ledgers.values():
        for record in ledger.proofs:
            for side in record.sides.values():
                compare([("-", f"{side.stdout}\n{side.stderr}\n{side.traceback}".encode())])


OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
TARGET = "IndexError: Target 7 is out of bounds."
CLOSED = b"RuntimeError: [../third_party/gloo] Connection closed by peer [10.0.0.3]:4411\n"
WATCHDOG = "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=41, OpType=ALLREDUCE)"
LINE = f"[rank3]: {TARGET}\n"
HOSTILE: dict[str, bytes | list[tuple[str, bytes]]] = {
    "empty": b"",
    "only line ends": b"\n" * 5000 + LINE.encode(),
    "one line of 50 MB": b"x" * 50_000_000 + b" " + LINE.encode(),
    "a signature across the cut of a long line": b"x" * (65536 - 12) + TARGET.encode() + b"y" * 70000 + TARGET.encode(),
    "a long line that ends at the cut": b"a" * 65536 + b"\n" + b"b" * 131072 + b"\r\n" + LINE.encode(),
    "nul bytes": TARGET.encode("utf-16-le") + b"\n" + b"\0".join(bytes([byte]) for byte in LINE.encode()),
    "invalid UTF-8": b"\xff\xfe\xfd \x80 \xe2\x94 \xf0\x9f\x98 \xed\xa0\x80 \xc0\xaf " + LINE.encode() + b"\xe2\x94",
    "an invalid start that looks like UTF-16": b"\xfe\xffa" + LINE.encode(),
    "html": f"<script>alert(1)</script><img src=x onerror=alert(1)>{TARGET}</pre>\n&lt;b&gt;".encode(),
    "carriage returns": b"\r" * 3_000_000 + LINE.encode() + b"\r" * 10 + TARGET.encode(),
    "a glued progress bar": f" 3%|█  | 3/90 [00:01<00:40]\r 4%|█ | 4/90 [00:01<00:40]{OOM}\r\n{LINE}".encode(),
    "binary": bytes(range(256)) * 1000,
    "a binary behind a text": LINE.encode() * 3000 + bytes(range(256)) * 1000,
    "gzip": gzip.compress(LINE.encode() * 20000, mtime=0),
    "gzip of two members and rubbish": gzip.compress(b"first\n") + gzip.compress(b"") + gzip.compress(LINE.encode()) + b"rubbish",
    "gzip cut short": gzip.compress(b"\n".join(b"%d %s" % (n * 7919 % 10007, TARGET.encode()) for n in range(9000)))[:-3000],
    "gzip of nothing": gzip.compress(b""),
    "gzip of UTF-16": gzip.compress(b"\xff\xfe" + LINE.encode("utf-16-le")),
    "utf-16 little": b"\xff\xfe" + f"{OOM}\n🙂 {LINE}".encode("utf-16-le") + b"x",
    "utf-16 big with halves": b"\xfe\xff" + f"{OOM}\n".encode("utf-16-be") + b"\xd8\x00\x00a\xdc\x00" + LINE.encode("utf-16-be"),
    "byte order mark": b"\xef\xbb\xbf" + LINE.encode() + b"\xef\xbb\xbf" + LINE.encode(),
    "colours": b"\x1b[31m[rank1]\x1b[0m: \x1b[1;31mIndexError\x1b[0m: Target 7 \x1b[4mis out\x1b[0m of bounds.\n",
    "what tput and script leave": b"\x1b7\x1b=[rank1]: \x1b[1mIndexError\x1b(B\x1b[m: Target 7 is out\x1b(B of bounds.\x1b>\x1b8\n",
    "a title that does not end": f"\x1b]0;title\n{LINE}\x1b]0;{OOM}\x07{LINE}".encode(),
    "an escape inside a character": b"\xe2\x1b[0m\x94\x82 " + LINE.encode() + b"\xe2\x1b[0m\x94\n",
    "pairs before a match": ("🙂" * 300 + TARGET + "🙂" * 500 + "\n" + "🙂" * 20 + OOM).encode(),
    "blanks of all kinds": ("\x1c\x1f\x85\xa0\u2003\u3000\ufeff" + TARGET + "\ufeff\u2028\x85\x1e \n\x85\n\ufeff\n").encode(),
    "letters that fold": "CUDA out of memory \u212a\u017f \u0130 \u1e9e\nbro\u212aen pipe\nva\u017f loss: 3\nlo\u017fs: nan".encode(),
    "ranks without end": f"[Rank {'9' * 300}] {TARGET}\n[rank{'7' * 12}]: {TARGET}\nRanks {'1' * 40}, 3 failed to pass".encode(),
    "sequences without end": f"[rank0]: {WATCHDOG}\n[rank1]: {WATCHDOG.replace('41', '9' * 60)}\n".encode(),
    "numbers of all kinds": b"\n".join(b"{'loss': %s, 'grad_norm': %s}" % p for p in [
        (b"nan", b"inf"), (b"-inf", b"Infinity"), (b"1e999", b"5."), (b"+.5", b"1e-5"), (b"0.0", b"-0.0"), (b"0.0", b"nan")]),
    "short lines beyond the window": b"".join(b"%d\n" % (n % 10) for n in range(700_000)) + LINE.encode(),
    "a log beyond the window": "".join(f"step {n} loss: {3 + n % 7} █\n" for n in range(60_000)).encode() + LINE.encode() * 3000,
    "a wrapped line": f"{'w' * 50} ValueError: Target 7 is out of bou\n[rank0]: nds.\n".encode(),
    "a line wrapped at a blank": f"{'v' * 60} IndexError: Target 7 is   \n  out of bounds.".encode(),
    "doubled lines": (LINE * 2 + f"[default2]:[rank2]: {OOM}\n" * 2).encode(),
    "an attempt again": f"[rank1]: {TARGET}\nRestarting worker group\n[rank0]: {OOM}\nrestart_count=2\n[rank4]: {TARGET}".encode(),
    "files of one job": [
        ("logs/attempt_0/3/stderr.log", OOM.encode()), ("host-2.log", WATCHDOG.encode()), ("a.log", b""), ("b", b"\0\1\2" * 99)],
    "victims of a rank that says nothing": [(f"rank{n}.log", CLOSED if n == 5 else b"step 1\n") for n in range(12)],
    "victims of a rank that is not here": [("rank0.log", CLOSED), ("rank1.log", CLOSED)],
    "files of the same name": [("x.log", LINE.encode()), ("x.log", LINE.encode()), ("x.log", f"a\n{OOM}".encode())],
    "no files": [],
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes(compare: Callable[..., Any], name: str) -> None:
    content = HOSTILE[name]
    job = [("paste", content)] if isinstance(content, bytes) else content
    size = sum(len(content) for _, content in job)
    compare(job, 7777 if size < 5_000_000 else 1 << 20)


def test_any_mixture_in_chunks_of_any_size(compare: Callable[..., Any]) -> None:
    """Lines of reports and samples, cut, shuffled and glued at random."""
    reports = [report.text for report in REPORTS]
    samples = [path.read_text(errors="replace") for path in sorted((REPOSITORY / "tests" / "logs").rglob("*.log"))]
    lines = "\n".join([*reports, *samples]).split("\n")
    for seed in range(60):
        chance = random.Random(seed)  # noqa: S311 - a test that varies, not a secret
        picked = chance.choices(lines, k=chance.choice([3, 30, 300]))
        glue = [chance.choice(["", f"[rank{chance.randrange(4)}]: ", "\x1b[1m", "🙂 ", "\t"]) + line for line in picked]
        text = "".join(line[chance.randrange(3) :] + chance.choice(["\n", "\r\n", "\r", "\n\n"]) for line in glue)
        compare([("job.log", text.encode())], chance.choice([1, 13, 4096, 1 << 20]))
