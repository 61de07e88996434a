"""Captured output without what changes from run to run: paths, addresses, process ids, ports, times.

A re-run that saw the same must leave the ledger untouched, and no path of a contributor's machine belongs on a page.
"""

import math
import posixpath
import re
import site
import sys
import sysconfig
from functools import lru_cache

MAX_CHARACTERS = 20_000
MAX_LINE = 4_000
LEFT_OUT = "characters left out …"
"""Stands in a text that was cut."""

# Frames below the snippet's own: `python file.py` has none, but some libraries print the whole stack.
_OWN_FRAMES = re.compile(
    r'(?:  File "<string>", line \d+, in <module>\n)?(?:  File "[^"\n]*generator/proving/\w+\.py", line \d+, in \w+\n(?:    .*\n)?)+'
)
_RULES = [
    (re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-_]"), ""),  # colours and cursor movements
    (re.compile(r"0x[0-9a-f]{6,16}\b"), "0x…"),
    (re.compile(r"\b(pid(?:\(s\))?:? ?)\d+(?:, \d+)*", re.IGNORECASE), r"\1…"),
    (re.compile(r"\b(Process |process )\d{2,}\b"), r"\1…"),
    (re.compile(r"\[([EWIF])\d{4} \d\d:\d\d:\d\d\.\d+ ([^\]\n]*)\]"), r"[\1 \2]"),  # torch's C++ log prefix
    (re.compile(r"\b([EWIF])\d{4} \d\d:\d\d:\d\d\.\d+ \d+ "), r"\1 "),  # torch's Python log prefix
    (re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?"), "…"),
    (re.compile(r"(\[?(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1|localhost)\]?:)\d{2,5}"), r"\1…"),
    (re.compile(r"\b\d{1,9}(?:\.\d{1,9})?(?:it/s|s/it)"), "…it/s"),
    (re.compile(r"/torch_\d+_\d+_\d+"), "/torch_…"),
    (re.compile(r"/tmp/[\w./-]+"), "/tmp/…"),  # noqa: S108 - a word to look for, not a folder to write to
]  # fmt: skip


def normalise(text: str, scratch: str) -> str:
    """Return captured output as the ledger keeps it, cut in the middle if it is longer than 20,000 characters."""
    text = "\n".join(map(_shorten, text.split("\n")))  # first: the rules below are not made for lines of a megabyte
    text = _OWN_FRAMES.sub("", text)
    name = posixpath.basename(posixpath.dirname(scratch))
    for folder in ("work", "judge"):
        text = _without_folder(text, f"{name}/{folder}") if name else text
    for path, short in _library_paths():
        text = text.replace(path + "/", short + "/").replace(path, short)
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    text = "".join(c if c in "\n\t" or c.isprintable() else f"\\x{ord(c):02x}" for c in text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = [line.rstrip() for line in text.split("\n") if not re.fullmatch(r"\s*[~^]+\s*", line)]  # carets differ between Pythons
    text = "\n".join(lines).strip("\n")
    if len(text) > MAX_CHARACTERS:
        half = MAX_CHARACTERS // 2
        text = f"{text[:half]}\n… {len(text) - MAX_CHARACTERS} {LEFT_OUT}\n{text[-half:]}"
    return text


def _shorten(line: str) -> str:
    if len(line) <= MAX_LINE:
        return line
    return f"{line[: MAX_LINE // 2]} … {len(line) - MAX_LINE} {LEFT_OUT} {line[-MAX_LINE // 2 :]}"


def _without_folder(text: str, end: str) -> str:
    """Remove the path of a folder that is known by its end: some libraries shorten paths themselves, in front."""
    pieces = text.split(end)
    for i, piece in enumerate(pieces[:-1]):
        start = max(piece.rfind(c) for c in " \t\n'\"()<>[]=,") + 1
        rest = pieces[i + 1]
        pieces[i] = piece[:start] + ("" if rest.startswith("/") else ".")
        pieces[i + 1] = rest.removeprefix("/")
    return "".join(pieces)


@lru_cache(maxsize=1)
def _library_paths() -> list[tuple[str, str]]:
    """Return the folders of this Python with their short names, the longest first."""
    folders = dict.fromkeys([*site.getsitepackages(), sysconfig.get_path("purelib")], "site-packages")
    folders |= {sysconfig.get_path("stdlib"): "python", sys.prefix: "venv", sys.base_prefix: "python"}
    return sorted(folders.items(), key=lambda item: -len(item[0]))


_NUMBER = re.compile(r"[-+]?\d+\.\d+(?:[eE][-+]?\d+)?|[-+]?\d+[eE][-+]?\d+|nan|inf")
_LINE_NUMBER = re.compile(r"\bline \d+|:\d+(?=[\s:\]])")


def same_but_rounding(old: str, new: str) -> bool:
    """Tell whether two outputs agree: the same words, fractions within one part in a thousand, library line numbers aside.

    Another processor rounds the last digits differently, and a patch release moves lines; neither makes a proof untrue.
    """
    if old == new:
        return True
    old, new = _LINE_NUMBER.sub("line", old), _LINE_NUMBER.sub("line", new)
    if _NUMBER.sub("#", old) != _NUMBER.sub("#", new):
        return False
    pairs = zip(_NUMBER.findall(old), _NUMBER.findall(new), strict=True)
    return all(close(float(a), float(b)) for a, b in pairs)


def close(a: float, b: float) -> bool:
    """Tell whether two numbers agree to one part in a thousand; NaN agrees with NaN."""
    return a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= max(1e-3 * max(abs(a), abs(b)), 1e-6)
