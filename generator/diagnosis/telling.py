"""An answer for people, in the terminal: what it is, which lines say so, who began, what to do next. Log lines are shown as text."""

import re

from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from generator.diagnosis.answer import Answer, Candidate, Evidence

UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")
FENCE = re.compile(r"```\w*\n(?P<code>.*?)\n```", re.DOTALL)
COLOURS = {"sure": "bold green", "likely": "bold yellow", "possible": "bold cyan"}
MOST_LINES = 3


def safe(text: str) -> str:
    """Return a text without anything that a terminal would obey."""
    return UNSAFE.sub("�", text.replace("\t", " "))


def tell(console: Console, answer: Answer) -> None:
    """Print an answer."""
    width = min(console.width, 100)
    if not answer.matches:
        console.print(Text("No entry fits.", style="bold"), Text("A wrong guess would cost you more than none."), width=width)
    for place, candidate in enumerate(answer.matches, 1):
        console.print(_candidate(place, candidate, several=len(answer.files) > 1), width=width)
    if answer.initiating:
        where = f", {answer.files[answer.initiating.file]}:{answer.initiating.line}" if answer.initiating.line else ""
        console.print(
            Text.assemble(("Began  ", "bold"), f"rank {answer.initiating.rank}{safe(where)}: {answer.initiating.how}"), width=width
        )
    _tell_collateral(console, answer, width)
    for sign, title in answer.signs:
        console.print(Text.assemble(("Sign  ", "bold"), f"{title}: ", (f"signs/{sign}/", "dim"), " tells its entries apart"), width=width)
    for what in answer.missing:
        console.print(Text.assemble(("Missing  ", "bold"), safe(what)), width=width)


def _candidate(place: int, candidate: Candidate, *, several: bool) -> Group:
    head = Text.assemble(f"{place}. ", (safe(candidate.title), "bold"), "  ", (candidate.confidence, COLOURS[candidate.confidence]))
    head.append(f"\n   {candidate.slug}", style="dim")
    parts: list[Text | Padding] = [head]
    parts += [Padding(_line(e, several=several), (0, 0, 0, 3)) for e in candidate.evidence[: MOST_LINES if place == 1 else 1]]
    if place == 1 or candidate.confidence != "possible":
        parts.append(Padding(Text.assemble(("Next  ", "bold"), safe(_step(candidate.next_step))), (0, 0, 0, 3)))
        parts.append(Padding(Text.assemble(("Fix   ", "bold"), safe(candidate.fix)), (0, 0, 1, 3)))
    return Group(*parts)


def _step(text: str) -> str:
    """Return the first paragraph of a step, with the block that it announces by a colon."""
    first, _, rest = text.partition("\n\n")
    step, block = " ".join(first.split()), FENCE.match(rest)
    return f"{step}\n{block['code'].rstrip()}" if block and step.endswith(":") else step


def _line(evidence: Evidence, *, several: bool) -> Text:
    text = safe(evidence.text)
    start = text.find(safe(evidence.matched)) if evidence.matched else -1
    if len(text) > 160:
        cut = max(0, min(start - 20, len(text) - 160))
        text = ("… " if cut else "") + text[cut : cut + 160] + (" …" if cut + 160 < len(text) else "")
    shown = Text.assemble((f"{evidence.file}:{evidence.line}" if several else f"line {evidence.line}", "dim"), "  ", text)
    if evidence.matched:
        shown.highlight_words([safe(evidence.matched)], style="yellow")
    return shown


def _tell_collateral(console: Console, answer: Answer, width: int) -> None:
    for item in answer.collateral[:MOST_LINES]:
        who = f"rank {item.rank}, " if item.rank is not None else ""
        text = Text.assemble(("Collateral  ", "bold"), f"{who}line {item.line}: {safe(item.text)[:90]} ", (f"({item.because})", "dim"))
        console.print(text, width=width)
    more = len(answer.collateral) - MOST_LINES
    if more > 0:
        console.print(Text(f"            and {more} more", style="dim"), width=width)
