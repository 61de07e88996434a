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


class Model(BaseModel):
    """What all parts of an entry have in common: they never change, and an unknown key is a mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class RootCause(Model):
    """Why the failure happens; symptoms and fixes name it by its id."""

    id: Slug
    """Its name within this entry, by which symptoms and fixes call it."""
    text: Text
    """The cause in one sentence: which code, doing what."""
    not_fixable: Annotated[Text | None, Field(examples=["The file format has no place for it."])] = None
    """The reason, where no fix can remove this cause."""


class Symptom(Model):
    """How a sign shows in this failure."""

    sign: Slug
    """A sign of entries/_taxonomy.yaml."""
    text: Text
    """What one sees, word for word where it is an error."""
    cause: Slug
    """The id of the root cause behind it."""
    meaning: Text
    """What seeing it says about the run."""


class Nearby(Model):
    """A second pattern that is looked for around a signature's line."""

    pattern: Annotated[Regex, Field(examples=["Traceback"])]
    """RE2 syntax, matched against each line."""
    within: Annotated[int, Field(strict=True, ge=0, le=1000, examples=[5])] = 0
    """How many lines before or after; 0 is the same line."""


class Signature(Model):
    """What a log shows, as a pattern that is matched against each line."""

    pattern: Regex
    """RE2 syntax: no lookaround and no backreferences."""
    role: Literal["cause", "collateral"]
    """Collateral: a line caused by a failure elsewhere."""
    source: Line
    """The program that prints it."""
    near: Annotated[Nearby | None, Field(examples=[{"pattern": "Traceback", "within": 5}])] = None
    """It counts only with this around it: for a line that several failures print."""
    unless: Annotated[Nearby | None, Field(examples=[{"pattern": "retrying", "within": 3}])] = None
    """It does not count with this around it: what makes the same line harmless, or another failure's."""


class Condition(Model):
    """What one series of numbers in a log does."""

    series: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$"), Field(examples=["lists"])]
    """A name of entries/_diagnosis.yaml, `metrics`: it gathers what programs call this series."""
    shows: Annotated[
        Literal["nan", "zero", "above-zero", "at", "constant", "flat", "spikes", "grows", "repeats"], Field(examples=["repeats"])
    ]
    """`nan`, `zero`, `above-zero`: its last value. `at`: its last value is `value` to 1%. `constant`: three values or more, all equal.
    `flat`: five or more within 1% of each other, going nowhere. `spikes`: one of eight or more is over five times the median. `grows`: the
    last third of ten or more is 1.3 times the first. `repeats`: six or more, each at least twice in a row (for the series `lists`)."""
    value: Annotated[float | None, Field(examples=[1])] = None
    """The number of `shows: at`."""

    @model_validator(mode="after")
    def _value_goes_with_at(self) -> Self:
        if (self.shows == "at") != (self.value is not None):
            raise ValueError("`value` goes with `shows: at`, and only with it")
        return self


class Measurement(Model):
    """What the numbers of a log show: all conditions hold in one file of one rank, those on last values in one and the same line."""

    conditions: Annotated[tuple[Condition, ...], Field(min_length=1, max_length=4, examples=[[{"series": "lists", "shows": "repeats"}]])]
    """What the series do, all together."""


class Confirmation(Model):
    """One step of making sure, cheapest first."""

    step: Text
    """A command to run or a thing to look at."""
    expect: Text
    """What it shows if this is the failure."""


class LookAlike(Model):
    """What tells this failure from one that looks the same."""

    observation: Text
    """What one sees if it is the other failure."""
    rather: Slug | None = None
    """The entry that it is instead, where there is one."""


class FailsCheck(Model):
    """`check(broken())` raises AssertionError, in `check`."""

    fails: Literal["check"]
    """The word `check`: the result of broken() does not pass it."""


class Raises(Model):
    """`broken()` raises this type with a message that matches."""

    raises: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][\w.]*$")]
    """The type of the exception, as Python prints it before the colon, or the name of one of its base classes."""
    match: Regex
    """A pattern that its message matches, in RE2 syntax."""


class Prints(Model):
    """The failure is a line that matches, on standard output or standard error."""

    prints: Regex
    """A pattern that a line of the output matches, in RE2 syntax."""


class Hangs(Model):
    """`broken()` is still running after so many seconds."""

    hangs: Annotated[int, Field(strict=True, ge=1, le=20)]
    """Seconds after which it is taken for hanging, 2 or 3; fixed() has to end in less than half of that."""


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
    """A signal by its name, or an exit code from 1 to 255."""

    def exit_code(self) -> int:
        """Return the exit code as Python's `Process.exitcode` gives it: negative for a signal."""
        return self.dies if isinstance(self.dies, int) else -signal.Signals[self.dies].value


Declaration = FailsCheck | Raises | Prints | Hangs | Dies


class Plot(Model):
    """The axes of the plot of the two series that the sides return, with units."""

    x: Line
    """What one step of the series is, with its unit."""
    y: Line
    """What the numbers of the series count, with their unit."""


class Proof(Model):
    """One two-sided run of a snippet."""

    snippet: Annotated[str, StringConstraints(pattern=SNIPPET_FILE)]
    """The file under snippets/<slug>/."""
    stack: Slug
    """Where people meet the failure: a stack of entries/_taxonomy.yaml."""
    broken: Declaration
    """How the failure shows."""
    time_limit: Annotated[int, Field(strict=True, ge=1, le=120, examples=[60])] = 30
    """Seconds that one side may take."""
    needs: Annotated[tuple[Literal["loopback", "shared-memory"], ...], Field(examples=[["loopback"]])] = ()
    """What a contained run must be given: `loopback` for processes that talk over 127.0.0.1, `shared-memory` for DataLoader workers."""
    plot: Plot | None = None
    """The axes, where both sides return a list of five to a thousand numbers: a curve that the page draws."""


class Fix(Model):
    """A change that removes a root cause."""

    id: Slug
    """Its name within this entry, and its anchor on the page."""
    title: Line
    """What to do, as an order: the heading on the page."""
    removes: Annotated[tuple[Slug, ...], Field(min_length=1)]
    """The ids of the root causes that it removes."""
    why: Text
    """Why the failure cannot happen any more."""
    limits: Text
    """Where this fix stops working."""
    proofs: tuple[Proof, ...] = ()
    """The snippets that show it, at least one for each set-up in which the code differs."""
    unproved: Annotated[Text | None, Field(examples=["It takes two machines."])] = None
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
    """The advice that people give or follow."""
    why: Text
    """Why it does not help."""
    proof: Annotated[str, StringConstraints(pattern=MISTAKE_PROOF)] | None = None
    """`<snippet>.py#mistake_<name>`: the side that still shows the failure."""


class Monitor(Model):
    """The fingerprint to put an alert on."""

    signal: Text
    """The quantity to record while everything goes well."""
    alert: Text
    """When to raise the alarm."""


class Perspectives(Model):
    """The same failure for three readers."""

    executive: Text
    """What it costs, and what it takes to end it."""
    engineer: Text
    """Where to look and what to change."""
    on_call: Text
    """What to do now, at night, with a run that is broken."""


class Question(Model):
    """A question that a person asked, with its answer."""

    question: Line
    """In the words of the one who asked."""
    answer: Text
    """The answer first, then the reason."""


class Decoy(Model):
    """Words of the broken side that look wrong and are right."""

    words: Annotated[Line, Field(examples=["sorted(rows)"])]
    """As they stand in the code."""
    why: Annotated[Text, Field(examples=["The order makes no difference here."])]
    """What makes them right, shown to whoever chose them."""


class Exercise(Model):
    """How "spot the bug" is asked, where the smallest difference is not the best question."""

    snippet: Annotated[str, StringConstraints(pattern=SNIPPET_FILE), Field(examples=["read_it_once.py"])]
    """The file under snippets/<slug>/ whose broken side is the question."""
    also_wrong: Annotated[tuple[Line, ...], Field(examples=[["total = 0"]])] = ()
    """Further words of the broken side that a reader may rightly call wrong, as they stand in the code."""
    decoys: Annotated[tuple[Decoy, ...], Field(examples=[[{"words": "sorted(rows)", "why": "The order makes no difference here."}]])] = ()
    """Words that look wrong and are right."""


class Reference(Model):
    """A source that was opened, and what it is cited for."""

    title: Line
    """As the page names itself."""
    url: Url
    """An https address, of a fixed version where there is one."""
    kind: Literal["docs", "source", "issue", "pull-request", "paper", "post"]
    """What sort of source it is."""
    supports: Text
    """What it is cited for: the statement that stands there."""


class Entry(Model):
    """One failure, with its causes, its proved fixes and what tells it from others."""

    title: Annotated[Line, StringConstraints(max_length=80)]
    """The failure in a few words; the heading of its page."""
    status: Annotated[Literal["published", "withdrawn", "superseded"], Field(examples=["withdrawn"])] = "published"
    """Pages are never deleted: withdrawn (say why under `reason`) or superseded (name the slug under `superseded_by`)."""
    reason: Annotated[Text | None, Field(examples=["Nobody could reproduce it with a supported version."])] = None
    """Why a withdrawn entry does not hold."""
    superseded_by: Slug | None = None
    """The entry that covers it now."""
    aliases: tuple[Slug, ...] = ()
    """Other names and former slugs: each leaves a redirect."""
    terms: Annotated[tuple[Line, ...], Field(examples=[["used-up iterator"]])] = ()
    """Phrases by which other entries mean this failure: their first use on a page links here, as titles and aliases do."""
    category: Slug
    """Where it belongs: a category of entries/_taxonomy.yaml."""
    kind: Slug
    """What it does to its victim: a kind of entries/_taxonomy.yaml."""
    stages: Annotated[tuple[Slug, ...], Field(min_length=1)]
    """When it can strike: stages of entries/_taxonomy.yaml."""
    summary: Text
    """The quick answer, cause and fix; its first sentence stands alone."""
    tags: Annotated[tuple[Slug, ...], Field(min_length=1)]
    """What it has to do with: tags of entries/_taxonomy.yaml, the most telling first."""
    reported_as: Annotated[tuple[Line, ...], Field(min_length=1)]
    """How people put it before they know the cause: what they type, in several wordings."""
    affects: tuple[Text, ...] = ()
    """Systems and set-ups that can have it."""
    analogy: Text | None = None
    """The failure explained without any term of the field."""
    mechanism: Text
    """Why it happens, step by step, with one worked number."""
    recap: tuple[Text, ...] = ()
    """What to remember: three to five sentences."""
    root_causes: Annotated[tuple[RootCause, ...], Field(min_length=1)]
    """Why it happens; one for each place that a fix would have to change."""
    symptoms: Annotated[tuple[Symptom, ...], Field(min_length=1)]
    """How it shows, and what seeing it says."""
    signatures: tuple[Signature, ...] = ()
    """What a log shows, as patterns."""
    metrics: Annotated[tuple[Measurement, ...], Field(examples=[[{"conditions": [{"series": "lists", "shows": "repeats"}]}]])] = ()
    """What its numbers show, where no line says it."""
    confirm: Annotated[tuple[Confirmation, ...], Field(min_length=1)]
    """How to be sure, cheapest step first."""
    not_this_if: tuple[LookAlike, ...] = ()
    """What tells it from its look-alikes."""
    fixes: Annotated[tuple[Fix, ...], Field(min_length=1)]
    """What removes the root causes. The first one stands in the quick answer: the one that most readers need."""
    mistakes: tuple[Mistake, ...] = ()
    """What people try that does not help."""
    prevention: tuple[Text, ...] = ()
    """A checklist against meeting it again."""
    monitor: Monitor | None = None
    """What to put an alert on."""
    perspectives: Perspectives | None = None
    """The same failure for three readers."""
    scale: Text | None = None
    """What changes when the same thing runs on many machines instead of one."""
    effort: Line | None = None
    """How long the fix takes once the cause is known."""
    in_practice: tuple[Text, ...] = ()
    """Where well-known software does this right."""
    faq: tuple[Question, ...] = ()
    """Questions that people asked about it."""
    follow_ups: tuple[Question, ...] = ()
    """Questions to go deeper; the answer is folded."""
    exercise: Annotated[Exercise | None, Field(examples=[{"snippet": "read_it_once.py"}])] = None
    """How "spot the bug" is asked, where the smallest difference is not the best question."""
    references: Annotated[tuple[Reference, ...], Field(min_length=1)]
    """Sources that were opened, each with what it is cited for."""
    related: tuple[Slug, ...] = ()
    """Neighbours worth naming; shared tags find others."""

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
    return tuple((name, kind_of(field.annotation, field.metadata)) for name, field in model.model_fields.items())


def kind_of(annotation: Any, metadata: list[Any]) -> type:
    """Return the marker of a field, found in its own metadata or inside a tuple's or an optional's type."""
    for mark in metadata:
        if isinstance(mark, PlainText | Markdown | Pattern):
            return type(mark)
    for inner in getattr(annotation, "__args__", ()):
        kind = kind_of(inner, list(getattr(inner, "__metadata__", ())))
        if kind is not str:
            return kind
    return str
