"""The Markdown of entries: a small, safe part of CommonMark, checked and written out again for the site.

Entries come from strangers, and the site's Markdown engine knows attributes, raw HTML, admonitions and more. So a
text is parsed by markdown-it-py with HTML off, and only what the site allows is written out again, everything else escaped:
what reaches the engine cannot mean anything but paragraphs, lists, links, emphasis, code spans, fences and tables.
"""

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from generator import formula

_PARSER = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table").disable(["image", "lheading", "heading"])
_RAW_HTML = re.compile(r"<(?:[A-Za-z/][^<>]*|!--.*?--|!DOCTYPE[^<>]*|\?[^<>]*)>", re.DOTALL)
# Control characters, and those that turn the direction of a text (https://trojansource.codes).
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_AUTOLINK = re.compile(r"<https://[^\s<>]+>")


class Markdown(str):
    """Text that is Markdown already: templates do not escape it again."""

    __slots__ = ()


@dataclass(frozen=True)
class Finding:
    """A piece of prose that is refused: its code, the offending words, what is wrong and what to do."""

    code: str
    token: str
    message: str
    hint: str


_FORMULA = re.compile(r"\$`[^`]*`\$")
_DOLLARS = re.compile(r"\$\$.+?\$\$|\$[A-Za-z]\$|\$(?=[^\s$])[^$\n]*[\\_^{=][^$\n]*(?<=\S)\$(?!\w)", re.DOTALL)
"""Formulas as LaTeX has them; prices and variables of a shell are no formulas."""


def findings(text: str) -> Iterator[Finding]:
    """Yield what a Markdown text may not contain: raw HTML, links that are not https, formulas that are none."""
    yield from _formula_findings(text)
    if "<" not in text and "]" not in text:  # most texts: parsing all of them would be most of the work of a check
        return
    for token in _inline_tokens(_PARSER.parse(text)):
        if token.type == "text":
            for match in _RAW_HTML.finditer(token.content):
                if not _AUTOLINK.fullmatch(match[0]):
                    hint = "put it in a code span, `like this`, or use Markdown"
                    yield Finding("raw-html", match[0].split("\n")[0], f"raw HTML {match[0]!r}", hint)
        elif token.type == "link_open":
            href = str(token.attrs["href"])
            if not href.startswith("https://"):
                yield Finding("insecure-link", href, f"a link to {href!r}", "links in prose start with https://")


def _formula_findings(text: str) -> Iterator[Finding]:
    for tex in formulas(text):
        try:
            formula.mathml(tex.strip())
        except ValueError as error:
            yield Finding("bad-formula", tex.strip().split("\n")[0], f"not a formula: {error}", "write TeX that latex2mathml knows")
    for match in _DOLLARS.finditer(_CODE.sub(" ", _FORMULA.sub(" ", text))) if "$" in text else ():
        hint = "write $`…`$ in a sentence, or a ```math fence"
        yield Finding("bad-formula", match[0].split("\n")[0], f"the dollars of {match[0]!r} would be shown as they are", hint)


def python_fences(text: str) -> list[str]:
    """Return the code of the ```python fences of a text: they are run as snippets."""
    if "```python" not in text and "~~~" not in text:
        return []
    return [token.content for token in _PARSER.parse(text) if token.type == "fence" and token.info.strip() == "python"]


def first_sentence(text: str) -> str:
    """Return a text's first sentence as plain words."""
    return re.split(r"(?<=[.!?])\s", plain(text), maxsplit=1)[0]


_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def sentence_shapes(text: str) -> Iterator[tuple[str, str]]:
    """Yield each sentence of at least six words with its shape: lower-case words, code and numbers taken out.

    Two sentences of one shape say the same of two subjects.
    """
    bare = _CODE.sub("§", text) if "`" in text else text
    for sentence in re.split(r"(?<=[.!?])\s+|\n\n+", bare):
        words = re.findall(r"[a-z§]+", sentence.lower())
        if len(words) >= 6:
            yield sentence.strip(), " ".join(words)


def plain(text: str) -> str:
    """Return the words of a Markdown text: paragraphs a line each, no marks, no code blocks."""
    if _WORDS_ONLY.fullmatch(text):
        return text
    inlines = (token for token in _PARSER.parse(text) if token.type == "inline")
    return "\n".join("".join(_plain_inline(token.children or [])) for token in inlines)


def _plain_inline(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type in ("text", "code_inline"):
            yield token.content


def _inline_tokens(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from token.children or []


# Most texts are sentences without a mark; parsing them would be most of the work of a build.
_WORDS_ONLY = re.compile(r"[A-Za-z][A-Za-z0-9 ,.;:'\"()%=/?!+-]*")


@lru_cache(maxsize=2048)
def _tree(text: str) -> SyntaxTreeNode:
    """Parse a text once for its page and its twin."""
    return SyntaxTreeNode(_PARSER.parse(text))


def to_markdown(text: str, words: Callable[[str], str] | None = None, *, tex: bool = False) -> Markdown:
    """Write a Markdown text out again with everything escaped that is not allowed.

    Args:
        text: The Markdown of an entry.
        words: How plain words are written, where it is not `escape`: it may put links around terms.
        tex: Leave formulas as they were written, for readers of Markdown.
    """
    if _WORDS_ONLY.fullmatch(text):
        return Markdown((words or escape)(text))
    write = _Writer(words or escape, tex=tex)
    nodes = _tree(text).children
    # Behind a label of the template ("**Why it works.** ") a fence would be words, and its content markup: only a paragraph goes on there.
    start = "" if not nodes or nodes[0].type == "paragraph" else "\n\n"
    return Markdown(start + "\n\n".join(write.block(node) for node in nodes))


def to_inline(text: str, words: Callable[[str], str] | None = None, *, tex: bool = False) -> Markdown:
    """Write a Markdown text as one line, for table cells and list items; blocks are joined by a space."""
    if _WORDS_ONLY.fullmatch(text):
        return Markdown((words or escape)(text))
    write = _Writer(words or escape, tex=tex)
    nodes = (node for node in _tree(text).walk() if node.type == "inline" or _is_math(node))
    return Markdown(" ".join(write.block(node) if _is_math(node) else write.children(node) for node in nodes))


def formulas(text: str) -> Iterator[str]:
    """Yield the TeX of every formula of a text."""
    for node in _tree(text).walk() if "$`" in text or "```math" in text else ():
        if _is_math(node):
            yield node.content
        if node.type == "inline":
            yield from (child.content for i, child in enumerate(node.children) if _is_formula(node.children, i))


def _is_math(node: SyntaxTreeNode) -> bool:
    return node.type == "fence" and node.info.strip() == "math"


def _is_formula(siblings: Sequence[SyntaxTreeNode], i: int) -> bool:
    """Tell whether a code span stands between dollars: $`x`$."""
    if siblings[i].type != "code_inline" or not 0 < i < len(siblings) - 1:
        return False
    before, after = siblings[i - 1], siblings[i + 1]
    return before.type == after.type == "text" and before.content.endswith("$") and after.content.startswith("$")


class _Writer:
    """Writes parsed Markdown out again; `words` writes what is plain text outside links."""

    def __init__(self, words: Callable[[str], str], *, tex: bool) -> None:
        self.words = words
        self.formula = _tex if tex else _formula

    def block(self, node: SyntaxTreeNode) -> str:
        if _is_math(node):
            return self.formula(node.content, block=True)
        if node.type in ("fence", "code_block"):
            return fence(node.content, node.info.strip().split(" ")[0] if node.type == "fence" else "")
        if node.type in ("bullet_list", "ordered_list"):
            return "\n".join(self.item(child, f"{i}." if node.type == "ordered_list" else "-") for i, child in enumerate(node.children, 1))
        if node.type == "blockquote":
            return "\n".join(f"> {line}" for line in "\n\n".join(map(self.block, node.children)).split("\n"))
        if node.type == "table":
            return self.table(node)
        if node.type == "hr":
            return "* * *"
        return "".join(map(self.children, node.children))

    def item(self, node: SyntaxTreeNode, bullet: str) -> str:
        """A list item; Python-Markdown wants its continuation indented by four spaces whatever the bullet is."""
        return f"{bullet:<3} " + "\n\n".join(map(self.block, node.children)).replace("\n", "\n    ")

    def table(self, node: SyntaxTreeNode) -> str:
        rows = [list(row.children) for part in node.children for row in part.children]
        lines = ["| " + " | ".join("".join(map(self.children, cell.children)) or " " for cell in row) + " |" for row in rows]
        return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])

    def children(self, node: SyntaxTreeNode, *, link: bool = False) -> str:
        """Write the inline children of a node; the dollars around a formula go."""
        nodes, out = node.children, []
        is_formula = [_is_formula(nodes, i) for i in range(len(nodes))]
        for i, child in enumerate(nodes):
            if child.type == "text":
                text = child.content
                text = text[1:] if i and is_formula[i - 1] else text
                text = text[:-1] if i + 1 < len(nodes) and is_formula[i + 1] else text
                out.append(escape(text) if link else self.words(text))
            else:
                out.append(self.formula(child.content) if is_formula[i] else self.inline(child, link=link))
        return "".join(out)

    def inline(self, node: SyntaxTreeNode, *, link: bool) -> str:
        if node.type == "code_inline":
            return code_span(node.content)
        if node.type in ("softbreak", "hardbreak"):
            return " "
        inner = self.children(node, link=link or node.type == "link")
        if node.type == "strong":
            return f"**{inner}**"
        if node.type == "em":
            return f"*{inner}*"
        href = str(node.attrs.get("href", ""))
        return f"[{inner}]({href.replace('(', '%28').replace(')', '%29')})" if href.startswith("https://") else inner


def _tex(tex: str, *, block: bool = False) -> str:
    return fence(tex, "math") if block else f"$`{tex}`$"


def _formula(tex: str, *, block: bool = False) -> str:
    """MathML, or the TeX where it is no formula: rules report that one."""
    try:
        return f'<span class="fp-math">{formula.mathml(tex.strip(), block=block)}</span>'
    except ValueError:
        return fence(tex, "text") if block else code_span(tex)


# Python-Markdown lets a backslash escape only some characters, and block syntax is recognised before inline escapes are; a
# character reference is inert in both, and in every extension. At the start of a line more characters mean something.
_SPECIAL = re.compile(r"[\\`*{}\[\]<>&|~^$#]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_LEADING_NUMBER = re.compile(r"([0-9]+)([.)])(?=\s|$)")


def escape(text: str) -> Markdown:
    """Return Markdown that shows a plain text to the letter, on one line."""
    words = _visible(" ".join(text.split()))
    safe = _SPECIAL.sub(lambda match: _reference(match[0]), words)
    if words and not words[0].isalnum() and not _SPECIAL.match(words):
        safe = _reference(words[0]) + safe[1:]
    safe = (
        safe if _LEADING_NUMBER.match(safe) is None else _LEADING_NUMBER.sub(lambda match: match[1] + _reference(match[2]), safe, count=1)
    )
    lead = " " if text[:1].isspace() else ""
    tail = " " if text[-1:].isspace() and words else ""
    return Markdown(lead + safe + tail)


def _visible(text: str) -> str:
    """Write out what would steer a terminal or turn the direction of a text."""
    return CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def _reference(character: str) -> str:
    return f"&#{ord(character)};"


def code_span(code: str) -> Markdown:
    """Return Markdown that shows a text as inline code, in a table cell too."""
    words = " ".join(code.split())
    if "`" in words or "|" in words or "\\" in words or not words:
        return Markdown(f"<code>{''.join(_reference(c) if not c.isalnum() and c != ' ' else c for c in words)}</code>")
    return Markdown(f"`{words}`")


def fence(code: str, language: str = "", options: str = "") -> Markdown:
    """Return a fenced block that no content can close."""
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    ticks = "`" * max(3, longest + 1)
    head = re.sub(r"[^A-Za-z0-9_+-]", "", language)
    return Markdown(f"{ticks}{head}{f' {options}' if options else ''}\n{_visible(code.rstrip(chr(10)))}\n{ticks}")


def preformatted(text: str) -> Markdown:
    """Return HTML that shows a text to the letter inside a raw element: on one line, so that no Markdown engine takes it apart."""
    return Markdown(html.escape(_visible(text)).replace("\n", "&#10;"))


_CODE_ELEMENT = re.compile(r"<code>((?:&#[0-9]+;|[^<&])*)</code>")
_REFERENCE = re.compile(r"&#([0-9]+);")


def readable(markdown: str) -> str:
    """Write finished Markdown as it is best read: character references outside fences become characters, escaped where they must be."""
    out, ticks = [], ""
    for line in markdown.split("\n"):
        bare = line.strip()
        if ticks:
            ticks = "" if bare == ticks else ticks
        elif bare.startswith("```"):
            ticks = "`" * (len(bare) - len(bare.lstrip("`")))
        else:
            line = _CODE_ELEMENT.sub(_span, line)  # noqa: PLW2901 - what is written is the line as it reads
            line = _REFERENCE.sub(_character, line)  # noqa: PLW2901
        out.append(line)
    return "\n".join(out)


def _span(match: re.Match[str]) -> str:
    text = html.unescape(match[1])
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _character(match: re.Match[str]) -> str:
    character = chr(int(match[1]))
    return f"\\{character}" if character in "\\`*_[]<>#|~" else character
