"""The model of one entry: `entries/<slug>.yaml` as frozen pydantic, without any I/O.

Positions, references between entries and everything that needs a second file live elsewhere; what stands here is
what a single entry may say. The JSON Schema that editors use is made from these classes, so every field that is not
obvious carries its meaning right below it.
"""

import signal
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal, Self

import re2
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError


class PlainText:
    """Marks a field whose text is shown to the letter: nothing in it is Markdown."""


class Markdown:
    """Marks a field whose text is Markdown: paragraphs, lists, links, emphasis, code spans and fences."""


class Pattern:
    """Marks a field that holds a regular expression."""


SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
SNIPPET_FILE = r"^[a-z][a-z0-9_]*\.py$"
MISTAKE_PROOF = r"^[a-z][a-z0-9_]*\.py#mistake_[a-z0-9_]+$"

Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=60)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=160, pattern=r"^[^\n]*$"), PlainText()]
Text = Annotated[str, StringConstraints(min_length=1), Markdown()]


def _compiles(pattern: str) -> str:
    """Refuse what RE2 does not know: it takes linear time whatever a stranger's pattern and text are."""
    options = re2.Options()
    options.log_errors = False
    try:
        matches_nothing = re2.compile(pattern, options).search("") is not None
    except re2.error as error:
        what = f"not a pattern: {error.args[0].decode()}"
        instead = "patterns are RE2: no lookaround, no backreference; escape ( ) [ ] { } . * + ? | to match them as they are"
        raise PydanticCustomError("bad_pattern", "{what}", {"what": what, "instead": instead}) from error
    if matches_nothing:
        instead = "make it match the words that tell this failure"
        raise PydanticCustomError("bad_pattern", "{what}", {"what": "the pattern matches an empty line", "instead": instead})
    return pattern


Regex = Annotated[str, StringConstraints(min_length=1), AfterValidator(_compiles), Pattern()]
Url = Annotated[str, StringConstraints(pattern=r"^[a-z]+://\S+$")]

Kind = Literal["crash", "silent", "hang", "slow", "memory", "nondeterminism"]
Stage = Literal["data", "training", "evaluation", "checkpointing", "inference"]


class Model(BaseModel):
    """What all parts of an entry have in common: they never change, and an unknown key is a mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class RootCause(Model):
    """Why the failure happens; symptoms and fixes name it by its id."""

    id: Slug
    text: Text
    not_fixable: Text | None = None
    """The reason, where no fix can remove this cause."""


class Symptom(Model):
    """How a sign shows in this failure."""

    sign: Slug
    """A sign of entries/_taxonomy.yaml."""
    text: Text
    cause: Slug
    """The id of the root cause behind it."""
    meaning: Text
    """What seeing it says about the run."""


class Nearby(Model):
    """A second pattern that is looked for around a signature's line."""

    pattern: Regex
    """RE2 syntax, matched against each line."""
    within: Annotated[int, Field(strict=True, ge=0, le=1000)] = 0
    """How many lines before or after; 0 is the same line."""


class Signature(Model):
    """What a log shows, as a pattern that is matched against each line."""

    pattern: Regex
    """RE2 syntax: no lookaround and no backreferences."""
    role: Literal["cause", "collateral"]
    """Collateral: a line caused by a failure elsewhere."""
    source: Line
    """The program that prints it."""
    near: Nearby | None = None
    """It counts only with this around it: for a line that several failures print."""
    unless: Nearby | None = None
    """It does not count with this around it: what makes the same line harmless, or another failure's."""


class Condition(Model):
    """What one series of numbers in a log does."""

    series: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
    """A name of entries/_diagnosis.yaml, `metrics`: it gathers what programs call this series."""
    shows: Literal["nan", "zero", "above-zero", "at", "constant", "flat", "spikes", "grows", "repeats"]
    """`nan`, `zero`, `above-zero`: its last value. `at`: its last value is `value` to 1%. `constant`: three values or more, all equal.
    `flat`: five or more within 1% of each other, going nowhere. `spikes`: one of eight or more is over five times the median. `grows`: the
    last third of ten or more is 1.3 times the first. `repeats`: six or more, each at least twice in a row (for the series `lists`)."""
    value: float | None = None

    @model_validator(mode="after")
    def _value_goes_with_at(self) -> Self:
        if (self.shows == "at") != (self.value is not None):
            raise ValueError("`value` goes with `shows: at`, and only with it")
        return self


class Measurement(Model):
    """What the numbers of a log show: all conditions hold in one file of one rank, those on last values in one and the same line."""

    conditions: Annotated[tuple[Condition, ...], Field(min_length=1, max_length=4)]


class Confirmation(Model):
    """One step of making sure, cheapest first."""

    step: Text
    expect: Text
    """What it shows if this is the failure."""


class LookAlike(Model):
    """What tells this failure from one that looks the same."""

    observation: Text
    rather: Slug | None = None
    """The entry that it is instead, where there is one."""


class FailsCheck(Model):
    """`check(broken())` raises AssertionError, in `check`."""

    fails: Literal["check"]


class Raises(Model):
    """`broken()` raises this type with a message that matches."""

    raises: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][\w.]*$")]
    match: Regex


class Prints(Model):
    """The failure is a line that matches, on standard output or standard error."""

    prints: Regex


class Hangs(Model):
    """`broken()` is still running after so many seconds."""

    hangs: Annotated[int, Field(strict=True, ge=1, le=20)]


def _signal_or_exit_code(value: int | str) -> int | str:
    signals = [s.name for s in signal.Signals]
    if isinstance(value, str) and value not in signals:
        raise ValueError(f'"{value}" is not a signal; name one like SIGBUS or SIGKILL, or give an exit code')
    if isinstance(value, int) and not 1 <= value <= 255:
        raise ValueError(f"{value} is not the exit code of a failure; give 1 to 255, or a signal like SIGBUS")
    return value


class Dies(Model):
    """The process ends by this signal (`SIGBUS`) or with this exit code (`3`)."""

    dies: Annotated[int | str, AfterValidator(_signal_or_exit_code)]

    def exit_code(self) -> int:
        """Return the exit code as Python's `Process.exitcode` gives it: negative for a signal."""
        return self.dies if isinstance(self.dies, int) else -signal.Signals[self.dies].value


Declaration = FailsCheck | Raises | Prints | Hangs | Dies


class Plot(Model):
    """The axes of the plot of the two series that the sides return, with units."""

    x: Line
    y: Line


class Proof(Model):
    """One two-sided run of a snippet."""

    snippet: Annotated[str, StringConstraints(pattern=SNIPPET_FILE)]
    """The file under snippets/<slug>/."""
    stack: Slug
    """Where people meet the failure: a stack of entries/_taxonomy.yaml."""
    broken: Declaration
    """How the failure shows."""
    time_limit: Annotated[int, Field(strict=True, ge=1, le=120)] = 30
    """Seconds that one side may take."""
    needs: tuple[Literal["loopback", "shared-memory"], ...] = ()
    """What a contained run must be given: `loopback` for processes that talk over 127.0.0.1, `shared-memory` for DataLoader workers."""
    plot: Plot | None = None


class Fix(Model):
    """A change that removes a root cause."""

    id: Slug
    title: Line
    removes: Annotated[tuple[Slug, ...], Field(min_length=1)]
    why: Text
    limits: Text
    """Where this fix stops working."""
    proofs: tuple[Proof, ...] = ()
    unproved: Text | None = None
    """The reason, where no run here can prove it; shown on the page in place of the badge."""

    @model_validator(mode="after")
    def _proved_or_excused(self) -> Self:
        if not self.proofs and self.unproved is None:
            raise ValueError("the fix has no proof; add `proofs`, or say under `unproved` why none can run")
        if self.proofs and self.unproved is not None:
            raise ValueError("the fix has proofs, so `unproved` is not needed; remove it")
        return self


class Mistake(Model):
    """What people try that does not help."""

    mistake: Text
    why: Text
    proof: Annotated[str, StringConstraints(pattern=MISTAKE_PROOF)] | None = None
    """`<snippet>.py#mistake_<name>`: the side that still shows the failure."""


class Monitor(Model):
    """The fingerprint to put an alert on."""

    signal: Text
    alert: Text


class Perspectives(Model):
    """The same failure for three readers."""

    executive: Text
    engineer: Text
    on_call: Text


class Question(Model):
    """A question that a person asked, with its answer."""

    question: Line
    answer: Text


class Reference(Model):
    """A source that was opened, and what it is cited for."""

    title: Line
    url: Url
    kind: Literal["docs", "source", "issue", "pull-request", "paper", "post"]
    supports: Text


class Entry(Model):
    """One failure of ML training or of what follows it."""

    title: Annotated[Line, StringConstraints(max_length=80)]
    status: Literal["published", "withdrawn", "superseded"] = "published"
    """Pages are never deleted: withdrawn (say why under `reason`) or superseded (name the slug under `superseded_by`)."""
    reason: Text | None = None
    superseded_by: Slug | None = None
    aliases: tuple[Slug, ...] = ()
    """Other names and former slugs: each leaves a redirect."""
    category: Slug
    kind: Kind
    stages: Annotated[tuple[Stage, ...], Field(min_length=1)]
    summary: Text
    """The quick answer, cause and fix; its first sentence stands alone."""
    tags: Annotated[tuple[Slug, ...], Field(min_length=1)]
    reported_as: Annotated[tuple[Line, ...], Field(min_length=1)]
    """How people put it before they know the cause: what they type, in several wordings."""
    affects: tuple[Text, ...] = ()
    """Systems and set-ups that can have it."""
    analogy: Text | None = None
    mechanism: Text
    """Why it happens, step by step, with one worked number."""
    recap: tuple[Text, ...] = ()
    root_causes: Annotated[tuple[RootCause, ...], Field(min_length=1)]
    symptoms: Annotated[tuple[Symptom, ...], Field(min_length=1)]
    signatures: tuple[Signature, ...] = ()
    metrics: tuple[Measurement, ...] = ()
    """What its numbers show, where no line says it."""
    confirm: Annotated[tuple[Confirmation, ...], Field(min_length=1)]
    not_this_if: tuple[LookAlike, ...] = ()
    fixes: Annotated[tuple[Fix, ...], Field(min_length=1)]
    mistakes: tuple[Mistake, ...] = ()
    prevention: tuple[Text, ...] = ()
    monitor: Monitor | None = None
    perspectives: Perspectives | None = None
    scale: Text | None = None
    """What changes from 1 to 1000 GPUs."""
    effort: Line | None = None
    """How long the fix takes once the cause is known."""
    in_practice: tuple[Text, ...] = ()
    """Where well-known software does this right."""
    faq: tuple[Question, ...] = ()
    follow_ups: tuple[Question, ...] = ()
    references: Annotated[tuple[Reference, ...], Field(min_length=1)]
    related: tuple[Slug, ...] = ()

    @model_validator(mode="after")
    def _status_is_explained(self) -> Self:
        if (self.status == "withdrawn") != (self.reason is not None):
            raise ValueError("`reason` goes with `status: withdrawn`, and only with it")
        if (self.status == "superseded") != (self.superseded_by is not None):
            raise ValueError("`superseded_by` goes with `status: superseded`, and only with it")
        return self

    def proofs(self) -> Iterator[tuple[tuple[str | int, ...], Fix, Proof]]:
        """Yield every proof with its fix and its place in the entry."""
        for i, fix in enumerate(self.fixes):
            for j, proof in enumerate(fix.proofs):
                yield ("fixes", i, "proofs", j), fix, proof


Place = tuple[str | int, ...]


def walk_texts(model: Model, place: Place = ()) -> Iterator[tuple[Place, str, type]]:
    """Yield every string of a model with its place and its kind: `PlainText`, `Markdown`, `Pattern`, or `str` for the rest."""
    for name, kind in _kinds_of(type(model)):
        yield from _walk_value(getattr(model, name), (*place, name), kind)


def _walk_value(value: Any, place: Place, kind: type) -> Iterator[tuple[Place, str, type]]:
    if isinstance(value, str):
        yield place, value, kind
    elif isinstance(value, Model):
        yield from walk_texts(value, place)
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from _walk_value(item, (*place, i), kind)


@lru_cache(maxsize=64)
def _kinds_of(model: type[Model]) -> tuple[tuple[str, type], ...]:
    return tuple((name, _kind_of(field.annotation, field.metadata)) for name, field in model.model_fields.items())


def _kind_of(annotation: Any, metadata: list[Any]) -> type:
    """Find the marker of a field in its own metadata or inside a tuple's or an optional's type."""
    for mark in metadata:
        if isinstance(mark, PlainText | Markdown | Pattern):
            return type(mark)
    for inner in getattr(annotation, "__args__", ()):
        kind = _kind_of(inner, list(getattr(inner, "__metadata__", ())))
        if kind is not str:
            return kind
    return str
