"""The text of a new entry and of its first snippet: every required field, with guidance where something is still to be written.

Guidance stands in comments that begin with `#?`; `failpedia fmt` takes them away once their field is filled. Pure: text out.
"""

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.contributing.drafting import Draft
from generator.entry import Entry, Fix, Model, Proof, Reference, RootCause, Symptom
from generator.formatting import GUIDANCE, models_in
from generator.prose import CONTROL
from generator.taxonomy import Taxonomy

TODO, NAME = "TODO", "todo"
SNIPPET = "todo.py"
MAX_WORDS = 24

OPTIONAL = ("affects", "analogy", "recap", "not_this_if", "mistakes", "prevention", "monitor", "perspectives", "scale", "faq", "related")


@dataclass(frozen=True)
class Answers:
    """What is known already of a new entry: from the command line, from a log, from an issue."""

    title: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Texts for top-level fields of prose, by name; a list has an item a line."""
    draft: Draft = field(default_factory=lambda: Draft({"fails": "check"}))


def entry_text(answers: Answers, taxonomy: Taxonomy) -> str:
    """Return the draft of an entry; it fails the check exactly where something is still to be written."""
    words = {group: list(getattr(taxonomy, group)) for group in ("categories", "kinds", "stages", "tags", "signs", "stacks")}
    lines = [
        *_ask(Entry, "title"),
        f"title: {_quoted(answers.title) if answers.title else TODO}",
        *_ask(Entry, "category", words["categories"]),
        f"category: {_only(words['categories'])}",
        *_ask(Entry, "kind", words["kinds"]),
        f"kind: {_only(words['kinds'])}",
        *_ask(Entry, "stages", words["stages"]),
        f"stages: [{_only(words['stages'])}]",
        *_prose("summary", answers),
        *_ask(Entry, "tags", words["tags"]),
        f"tags: [{NAME}]",
        *_list("reported_as", answers),
        *(_list("affects", answers) if answers.texts.get("affects") else []),
        *_prose("mechanism", answers),
        *_root_causes(),
        *_symptoms(answers.draft, words["signs"]),
        *_signatures(answers.draft),
        *_confirm(answers),
        *_fixes(answers, words["stacks"]),
        *_mistakes(answers),
        *_references(answers),
        *_more(answers),
    ]
    return "\n".join(lines) + "\n"


def snippet_text(draft: Draft) -> str:
    """Return the draft of a snippet that fails as the log says."""
    seen = f"; the log says: {draft.line}" if draft.line else ""
    check = [] if "fails" not in draft.declaration else ["    # It fails with what broken() returns and passes with what fixed() returns."]
    lines = [
        f'"""{TODO}: the fix in one sentence."""',
        "",
        f"# {TODO}: imports and what all sides share: small, no network, a second or two; or nothing",
        "SEED = 0  # the only source of randomness, the prover tries three values; without any, delete this line",
        "",
        "",
        "def broken():",
        *_comment(f"{TODO}: the smallest code that {_how(draft.declaration)}{seen}"),
        f'    return "{TODO}: what the broken code gives, as plain data"',
        "",
        "",
        "def fixed():",
        *_comment(f"{TODO}: the same code with the fix, and nothing else that differs"),
        f'    return "{TODO}: what the fixed code gives"',
        "",
        "",
        "def check(result):",
        f'    """{TODO}: the property that was broken, in one sentence."""',
        *check,
        f'    assert "{TODO}: compare with what must hold" in result, f"measured {{result}}"',
    ]
    return "\n".join(lines) + "\n"


def _how(declaration: Mapping[str, Any]) -> str:
    match declaration:
        case {"raises": kind}:
            return f"makes the library raise {kind} itself (no `raise` by hand)"
        case {"prints": _}:
            return "makes the program print that line itself"
        case {"dies": by}:
            return f"ends the process by {by}"
        case _:
            return "gives a wrong result without any error"


def _comment(text: str) -> list[str]:
    return [f"    # {line}" for line in textwrap.wrap(text.replace("\n", " "), 110)]


# -- pieces of an entry


def _ask(model: type[Model], name: str, words: list[str] | None = None, indent: int = 0) -> list[str]:
    """Return what the model says of a field as a comment above it, with the words to choose from if they are few."""
    text = model.model_fields[name].description or ""
    if words and len(words) <= MAX_WORDS:
        text = f"{text.split(':')[0].rstrip('.')}: {', '.join(words)}"
    pad = " " * indent
    return [f"{pad}{GUIDANCE} {line}" for line in textwrap.wrap(text, 116 - indent, break_on_hyphens=False)]


def _only(words: list[str]) -> str:
    return words[0] if len(words) == 1 else NAME


def _printable(text: str) -> str:
    """Take out what neither YAML nor a page can hold: an issue and a log are strangers' text."""
    text = CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    "))
    return "".join(c for c in text if c == "\n" or c.isprintable())


def _quoted(text: str) -> str:
    """Write a text on one line as YAML."""
    line = " ".join(_printable(text).split())
    if re.fullmatch(r"[A-Za-z][\w ,.()/+'=-]*", line) and line.lower() not in ("true", "false", "null") and not line.endswith(" "):
        return line
    return "'" + line.replace("'", "''") + "'"


def _block(text: str, indent: int) -> list[str]:
    """Write a text as the lines of a literal block."""
    pad = " " * (indent + 2)
    return [f"{pad}{line.rstrip()}" if line.strip() else "" for line in textwrap.dedent(_printable(text)).strip("\n ").split("\n")]


def _prose(name: str, answers: Answers) -> list[str]:
    text = answers.texts.get(name, "").strip()
    return [*_ask(Entry, name), f"{name}: |", *(_block(text, 0) if text else [f"  {TODO}"])]


def _items(text: str) -> list[str]:
    """Split an answer into the items of a list: one a line, without bullets."""
    lines = [re.sub(r"^\s*(?:[-*+]|\d+[.)])\s+", "", line).strip() for line in _printable(text).split("\n")]
    return [line for line in lines if line and not line.startswith("```")]


def _list(name: str, answers: Answers) -> list[str]:
    items = [item[:160] for item in _items(answers.texts.get(name, ""))] or [TODO]
    return [*_ask(Entry, name), f"{name}:", *(f"  - {_quoted(item)}" for item in items)]


def _root_causes() -> list[str]:
    return [
        *_ask(Entry, "root_causes"),
        "root_causes:",
        *_ask(RootCause, "id", indent=2),
        f"  - id: {NAME}",
        *_ask(RootCause, "text", indent=4),
        f"    text: {TODO}",
    ]


def _symptoms(draft: Draft, signs: list[str]) -> list[str]:
    seen = f"`{_printable(draft.line).replace('`', chr(39))}`" if draft.line else TODO
    return [
        *_ask(Entry, "symptoms"),
        "symptoms:",
        *_ask(Symptom, "sign", signs, indent=2),
        f"  - sign: {_only(signs)}",
        *_ask(Symptom, "text", indent=4),
        f"    text: {_quoted(seen)}",
        *_ask(Symptom, "cause", indent=4),
        f"    cause: {NAME}",
        *_ask(Symptom, "meaning", indent=4),
        f"    meaning: {TODO}",
    ]


def _signatures(draft: Draft) -> list[str]:
    if not draft.pattern:
        return []
    return [
        *_ask(Entry, "signatures"),
        "signatures:",
        f"  - pattern: {_single(draft.pattern)}",
        "    role: cause",
        f"    source: {_quoted(draft.program) if draft.program else TODO}",
    ]


def _single(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _confirm(answers: Answers) -> list[str]:
    steps = _items(answers.texts.get("confirm", "")) or [TODO]
    return [
        *_ask(Entry, "confirm"),
        "confirm:",
        *(line for step in steps for line in (f"  - step: {_quoted(step)}", f"    expect: {TODO}")),
    ]


def _fixes(answers: Answers, stacks: list[str]) -> list[str]:
    told = answers.texts.get("fixes", "").strip()
    declaration = [
        f"          {key}: {value if key in ('fails', 'raises', 'dies') else _single(value)}"
        for key, value in answers.draft.declaration.items()
    ]
    return [
        *_ask(Entry, "fixes"),
        "fixes:",
        *_ask(Fix, "id", indent=2),
        f"  - id: {NAME}",
        *_ask(Fix, "title", indent=4),
        f"    title: {TODO}",
        *_ask(Fix, "removes", indent=4),
        f"    removes: [{NAME}]",
        *_ask(Fix, "why", indent=4),
        *(["    why: |", *_block(told, 4)] if told else [f"    why: {TODO}"]),
        *_ask(Fix, "limits", indent=4),
        f"    limits: {TODO}",
        *_ask(Fix, "proofs", indent=4),
        "    proofs:",
        f"      {GUIDANCE} Name the file after the fix, here and under snippets/. `broken` says how the failure shows:",
        f"      {GUIDANCE} fails: check | raises: TYPE and match: REGEX | prints: REGEX | hangs: SECONDS | dies: SIGNAL or EXIT CODE",
        f"      - snippet: {SNIPPET}",
        *_ask(Proof, "stack", stacks, indent=8),
        f"        stack: {_only(stacks)}",
        "        broken:",
        *declaration,
    ]


def _mistakes(answers: Answers) -> list[str]:
    tried = _items(answers.texts.get("mistakes", ""))
    lines = [line for item in tried for line in (f"  - mistake: {_quoted(item)}", f"    why: {TODO}")]
    return [*_ask(Entry, "mistakes"), "mistakes:", *lines] if lines else []


def _references(answers: Answers) -> list[str]:
    urls = re.findall(r"[a-z]+://[^\s<>)\]}\"'`,]+", answers.texts.get("references", ""))
    lines = [*_ask(Entry, "references"), "references:"]
    for url in list(dict.fromkeys(urls)) or [f"https://{TODO}"]:
        lines += [
            f"  - title: {TODO}",
            f"    {GUIDANCE} https only; its kind is docs, source, issue, pull-request, paper or post",
            f"    url: {url}",
            "    kind: docs",
            *_ask(Reference, "supports", indent=4),
            f"    supports: {TODO}",
        ]
    return lines


def _parts(name: str) -> str:
    """Name the keys that an item of a field has, where it has any."""
    keys = [key for model in models_in(Entry.model_fields[name].annotation) for key in model.model_fields]
    return f" ({', '.join(keys)})" if keys else ""


def _more(answers: Answers) -> list[str]:
    """Name the optional fields at the end: indented, so that they belong to the last item and go when all is written."""
    names = [name for name in OPTIONAL if not answers.texts.get(name)]
    said = [f"{name}{_parts(name)}: {Entry.model_fields[name].description}" for name in names]
    head = "Worth adding where you have something to say that is true of this failure only (the order does not matter, fmt sorts keys):"
    return [f"  {GUIDANCE} {line}" for line in [*textwrap.wrap(head, 114), *said]]
