"""A problem: anything wrong with an entry, a snippet or a proof. One type, one shape, a stable code.

A code, once published, keeps its meaning: people search for it and put it into their CI.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import Literal

Format = Literal["text", "github", "json"]

CODES = {
    # reading a file
    "not-utf-8": "the file is not UTF-8 text",
    "empty-file": "the file holds no entry",
    "file-too-large": "the file is larger than an entry may be",
    "not-canonical": "a file that is not written as failpedia fmt writes it",
    "schema-stale": "a JSON Schema that does not know today's words and slugs",
    "lost-slug": "a published slug that no entry and no alias answers to any more",
    "bad-file-name": "the file's name is not a slug",
    "yaml-syntax": "the file is not YAML",
    "duplicate-key": "a mapping has the same key twice",
    "anchor-or-alias": "YAML anchors and aliases are not used in entries",
    "yaml-tag": "YAML tags are not used in entries",
    "not-a-mapping": "the file is not a mapping of keys to values",
    # the shape of one entry
    "missing-key": "a key that an entry needs is not there",
    "unknown-key": "a key that no entry has",
    "wrong-type": "a value of another type than the key takes",
    "wrong-value": "a value that the key does not take",
    "control-character": "an invisible character that changes how a text is shown",
    "bad-pattern": "a regular expression that is not one, or lies outside the dialect",
    # prose
    "raw-html": "HTML in prose",
    "insecure-link": "a link that is not https",
    "placeholder": "a text that was never written",
    "code-not-literal": "a code fence outside a | block",
    "bad-formula": "TeX that cannot be shown",
    "filler": "a sentence that several entries share",
    # between entries
    "unknown-category": "a category that the taxonomy does not have",
    "unknown-kind": "a kind that the taxonomy does not have",
    "unknown-stage": "a stage that the taxonomy does not have",
    "unknown-tag": "a tag that the taxonomy does not have",
    "unknown-sign": "a sign that the taxonomy does not have",
    "unknown-stack": "a stack that the taxonomy does not have",
    "unused-taxonomy": "a word of the taxonomy that no entry uses",
    "unknown-root-cause": "a root cause that the entry does not have",
    "unknown-slug": "a reference to an entry that does not exist",
    "self-reference": "an entry that refers to itself",
    "duplicate-id": "the same id or name twice in one list",
    "duplicate-slug": "an alias that another entry has as slug or alias",
    "cause-not-fixed": "a root cause that no fix removes",
    "no-proved-fix": "a published entry without a proof",
    # snippets
    "missing-snippet": "a proof names a file that does not exist",
    "orphan-snippet": "a file under snippets/ that no entry names",
    "snippet-syntax": "a snippet that Python cannot read",
    "missing-side": "a snippet without one of the functions that it needs",
    "side-arguments": "a side that takes arguments, or a check that does not take the result",
    "no-difference": "broken and fixed are the same code",
    "difference-too-large": "broken and fixed differ in more than a fix",
    "vacuous-check": "a check that cannot fail",
    "unknown-mistake": "an entry cites a mistake that the snippet does not have",
    "orphan-mistake": "a snippet has a mistake that the entry does not cite",
    "unknown-words": "an exercise names words that the broken side does not have",
    # proofs and ledgers
    "proof-failed": "a side did not show what its role asks for",
    "proof-unavailable": "a proof could not run here",
    "vacuous-proof": "a proof that stays green when its snippet is spoilt",
    "fence-failed": "a Python fence in prose did not run to its end",
    "ledger-missing": "an entry whose proofs were never run",
    "ledger-stale": "a ledger that is older than what it proves",
    "ledger-invalid": "a ledger that the prover did not write",
    "ledger-differs": "a proof that no longer shows what its ledger says",
    "plot-without-series": "axes of a plot, and sides that return no series of numbers",
    "signature-unproved": "a signature that no captured output and no log sample shows",
    "signature-too-broad": "a signature that matches a healthy log, or nearly every line",
    "unknown-series": "a series of numbers that entries/_diagnosis.yaml does not name",
    "signature-collides": "a signature that matches another entry's output",
}


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong, where it is, and what to do instead. Lines and columns count from 1."""

    path: str
    line: int
    column: int
    place: str
    message: str
    hint: str
    code: str

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.path}:{self.line}:{self.column}: {place}{self.message}{hint} [{self.code}]"


def place_of(loc: Iterable[str | int]) -> str:
    """Write a place in an entry as people read it: `fixes[0].proofs[1].snippet`."""
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the hint for a misspelt word: the nearest known one, or the list where it is short."""
    candidates = sorted(known)
    near = get_close_matches(word, candidates, n=1, cutoff=0.6)
    if near:
        return f'did you mean "{near[0]}"?'
    return f"choose from: {', '.join(candidates)}" if 0 < len(candidates) <= 20 else ""


def render(problems: Iterable[Problem], form: Format) -> str:
    """Write problems, sorted and each once, as text lines, as GitHub annotations or as one JSON array."""
    ordered = sorted(set(problems))
    if form == "json":
        return json.dumps([asdict(problem) for problem in ordered], indent=2, ensure_ascii=False)
    line = _annotation if form == "github" else str
    return "\n".join(line(problem) for problem in ordered)


def _annotation(problem: Problem) -> str:
    """https://docs.github.com/actions/reference/workflow-commands-for-github-actions#setting-an-error-message."""
    text = f"{problem.place}: {problem.message}" if problem.place else problem.message
    text += f"; {problem.hint}" if problem.hint else ""
    where = f"file={_property(problem.path)},line={problem.line},col={problem.column},title={problem.code}"
    return f"::error {where}::{_escape(text)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
