"""How the logs of a field are read: `entries/_diagnosis.yaml` as frozen pydantic. An encyclopedia without that file reads plain lines."""

from typing import Annotated

from pydantic import Field

from generator.entry import Model, Regex

FILE = "_diagnosis.yaml"

Word = Annotated[str, Field(min_length=1)]


class Harmless(Model):
    """An alarming line of healthy programs."""

    pattern: Regex
    because: str


class Missing(Model):
    """What to bring when a log shows one thing and not another."""

    when: Regex
    unless: Regex | None = None
    say: str


class Metrics(Model):
    """How numbers with names stand in a line."""

    pattern: Regex = r"(?P<name>[A-Za-z][\w/.-]{0,60})\s*[:=]\s*(?P<value>[-+]?\d+(?:\.\d*)?)"
    """One number, with the groups `name` and `value`; searched for again and again along a line."""
    before: Regex = r"(?P<before>[a-z]+)[ _]$"
    """What may stand before a name and belongs to it (`mean size`), with the group `before`."""
    lists: Regex = r"^\s*[\[(][-\d.,\s]+[\])],?$"
    """A printed list of numbers: the series `lists`."""
    names: dict[str, tuple[Word, ...]] = Field(default_factory=dict)
    """Each series with the names that programs give it, in lower case."""


class Vocabulary(Model):
    """How words are cut and which of them mean the same."""

    stop: tuple[Word, ...] = ()
    """Words that tell nothing alone."""
    suffixes: tuple[tuple[Word, str], ...] = ()
    """Endings with what replaces them."""
    same: dict[str, tuple[Word, ...]] = Field(default_factory=dict)
    """One word with others that mean it; two neighbours written as one count too."""


class Language(Model):
    """The words, prefixes and events of one field's logs."""

    prefixes: tuple[Regex, ...] = ()
    """What launchers and loggers put before a line, from its start; the group `rank` names the process."""
    rank_in_line: tuple[Regex, ...] = ()
    rank_in_name: tuple[Regex, ...] = ()
    origins: tuple[Regex, ...] = ()
    """Lines with which a failure begins."""
    victims: tuple[Regex, ...] = ()
    """Lines that a process prints because another one failed; they win over `origins`."""
    sequences: tuple[Regex, ...] = ()
    """How far a process came, with the group `sequence`."""
    absent: tuple[Regex, ...] = ()
    """Lines that name, in the group `rank`, a process that did not come."""
    restarts: tuple[Regex, ...] = ()
    alarms: tuple[Regex, ...] = (r"(?i)\b(?:error|exception|warning|failed|fatal)\b",)
    """Lines that a reader would look at first."""
    log_marks: tuple[Regex, ...] = (r"\b[A-Z]\w*(?:Error|Exception|Warning)\b: ",)
    """What a person does not write in a sentence."""
    harmless: tuple[Harmless, ...] = ()
    missing: tuple[Missing, ...] = ()
    metrics: Metrics = Metrics()
    words: Vocabulary = Vocabulary()
