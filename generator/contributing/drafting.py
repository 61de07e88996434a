"""From a pasted log to the draft of a declaration and of a signature. Pure: text in, plain data out."""

import re
from dataclasses import dataclass

import re2

LONGEST = 2_000_000
"""Characters that are looked at, the last ones: a failure stands at the end of a log."""

_COLOURS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-_]")
_PREFIX = re.compile(
    r"""^(?:
      \s*\[[A-Za-z]*\d+\]:?\s?                                   # [rank0]: [default3]:
    | \s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?Z?\s+      # a date and a time
    | \s*[│|>❱]\s?                                               # frames of pretty tracebacks
    | E\s{3}                                                     # pytest
    )+""",
    re.VERBOSE,
)
_START = "Traceback (most recent call last)"
_CHAINED = ("During handling of the above exception", "The above exception was the direct cause")
_ENDING = re.compile(r"(?P<type>[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit|Iteration)): (?P<message>\S.*)$")
_RAISED = re.compile(r"(?P<type>[A-Za-z_][\w.]*)(?:: ?(?P<message>.*))?$")
_LOUD = re.compile(r"\b(\w*error|\w*exception|fatal|fail(ed|ure)?|abort(ed)?|panic|assertion|timed? ?out|refused|denied)\b", re.IGNORECASE)
_WARNING = re.compile(r"\b(\w*warning|warn|deprecated|mismatch|invalid|missing|ignored|cannot)\b", re.IGNORECASE)
_SIGNALS = {
    "Segmentation fault": "SIGSEGV",
    "Bus error": "SIGBUS",
    "Killed": "SIGKILL",
    "Aborted": "SIGABRT",
    "Illegal instruction": "SIGILL",
}


@dataclass(frozen=True)
class Draft:
    """What a log says of a failure, as an entry would put it."""

    declaration: dict[str, str]
    """How the broken side of a proof should fail."""
    line: str = ""
    """The line of the log that it was taken from; nothing where no line tells a failure."""
    pattern: str = ""
    """A signature that matches that line."""
    program: str = ""
    """The module that prints it, where the log says so."""


def draft(log: str) -> Draft:
    """Read the failure out of a log: its first traceback, else its last loud line, else nothing."""
    lines = [_clean(line) for line in log[-LONGEST:].replace("\r", "\n").split("\n")]
    raised = _exception(lines)
    if raised:
        kind, message = raised
        words = generalise(message)
        telling = words if _letters(words) >= 8 else f"{re.escape(kind)}: {words}" if message else re.escape(kind)
        declaration = {"raises": kind.split(".")[-1], "match": words or "."}
        return Draft(declaration, f"{kind}: {message}" if message else kind, _valid(telling, kind), _module(lines))
    for line in reversed(lines):
        died = next((name for words, name in _SIGNALS.items() if re.search(rf"(^|[:\d] +){words}\b(?!:)", line.strip()[:200])), None)
        if died:
            return Draft({"dies": died}, line.strip())
    for pattern in (_LOUD, _WARNING):
        line = next((line.strip() for line in reversed(lines) if pattern.search(line)), "")
        if line:
            words = _valid(generalise(line[:300]), re.escape(line[:80]))
            return Draft({"prints": words}, line[:300], words)
    return Draft({"fails": "check"})


def _clean(line: str) -> str:
    return _PREFIX.sub("", _COLOURS.sub("", line)).rstrip()


def _exception(lines: list[str]) -> tuple[str, str] | None:
    """Return type and message of the first exception that ended a program; of a chain the last, which is what is raised."""
    found = None
    chained = True
    for number, line in enumerate(lines):
        if line.strip().startswith(_CHAINED):
            chained = True
        if _START not in line or not chained:
            continue
        body = [part for part in lines[number + 1 :] if part.strip()]
        end = next((part for part in body if not part[:1].isspace()), "")
        match = _RAISED.match(end)
        if match:
            found, chained = (match["type"], (match["message"] or "").strip()), False
    if found:
        return found
    # Pastes are often cut: the last line alone says as much.
    cut = next((match for line in reversed(lines) if (match := _ENDING.match(line.strip()))), None)
    return (cut["type"], cut["message"].strip()) if cut else None


def _module(lines: list[str]) -> str:
    """Name the package in whose code the exception was raised, by the last frame."""
    files = [match[1] for line in lines if (match := re.search(r'File "([^"]+)", line \d+', line))]
    inside = re.search(r"(?:site|dist)-packages/([A-Za-z_]\w*)", files[-1]) if files else None
    return inside[1] if inside else ""


_CHANGING = re.compile(
    r"""(?P<quoted>'[^']{1,200}'|"[^"]{1,200}"|`[^`]{1,200}`)
    | (?P<path>(?:[A-Za-z]:)?(?:[/\\][\w.@+-]+){2,}[/\\]?)
    | (?P<hex>\b0x[0-9a-fA-F]+)
    | (?P<numbers>[\[(]\s*-?\d+(?:\s*,\s*-?\d+)+,?\s*[\])])
    | (?P<shape>(?<![\w.])\d+(?:x\d+)+\b)
    | (?P<float>(?<![\w.])-?\d+\.\d+(?:[eE][-+]?\d+)?|(?<![\w.])-?\d+[eE][-+]?\d+)
    | (?P<int>(?<![A-Za-z_])-?\d+)""",
    re.VERBOSE,
)


def generalise(message: str) -> str:
    """Return a pattern for the first line of a message, in which numbers, paths and names may be others."""
    line = message.split("\n", maxsplit=1)[0].strip()
    pattern = _generalise(line, names=True)
    return pattern if _letters(pattern) >= 8 else _generalise(line, names=False)


def _generalise(line: str, *, names: bool) -> str:
    out, at = "", 0
    for match in _CHANGING.finditer(line):
        out += _escape(line[at : match.start()]) + _any_of(match, names=names)
        at = match.end()
    return out + _escape(line[at:])


def _any_of(match: re.Match[str], *, names: bool) -> str:
    text = match[0]
    if match.lastgroup == "quoted":
        return f"{text[0]}[^{text[0]}]+{text[-1]}" if names else text[0] + _generalise(text[1:-1], names=False) + text[-1]
    if match.lastgroup == "numbers":
        return _escape(text[0]) + r"[-\d, ]+" + _escape(text[-1])
    return {"path": r"\S+", "hex": r"0x[0-9a-fA-F]+", "shape": r"[\dx]+", "float": r"-?[\d.]+(e[-+]?\d+)?", "int": r"-?\d+"}[
        str(match.lastgroup)
    ]


def _escape(text: str) -> str:
    """Escape for RE2, and nothing that need not be: people read these patterns."""
    return re.sub(r"[\\.+*?()|\[\]{}^$]", r"\\\g<0>", text)


def _letters(pattern: str) -> int:
    """Count the letters of a pattern that stand for themselves."""
    return len(re.findall(r"[A-Za-z]", re.sub(r"\\[a-zA-Z]|\[[^\]]*\]", "", pattern)))


def _valid(pattern: str, otherwise: str) -> str:
    try:
        return pattern if re2.compile(pattern).search("") is None else otherwise
    except re2.error:
        return otherwise
