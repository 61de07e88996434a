"""What must hold between entries, and between an entry and its snippets. Pure: loaded files in, problems out."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import re2

from generator import prose
from generator.diagnosis.language import Language
from generator.encyclopedia import Encyclopedia
from generator.entry import Entry, FailsCheck, Markdown, Nearby, Place, Proof, Signature, walk_texts
from generator.exercise import bare
from generator.formatting import canonical
from generator.loading import Loaded
from generator.problems import Problem, did_you_mean
from generator.snippet import MAX_CHANGED_LINES, Function, Snippet, can_fail, same_code
from generator.source import Source
from generator.taxonomy import Taxonomy

FILLER_ENTRIES = 3
_UNWRITTEN = re.compile(r"\bTODO\b:? ?(.*)")


def taxonomy_problems(loaded: Sequence[Loaded], taxonomy: Taxonomy, source: Source) -> Iterator[Problem]:
    """Check that entries use the taxonomy's words, and that it has no others."""
    unused = {
        (group, str(word)) for group in ("categories", "kinds", "stages", "stacks", "signs", "tags") for word in getattr(taxonomy, group)
    }
    for item in loaded:
        for group, loc, word in _words_used(item.source.data):
            known = getattr(taxonomy, group)
            unused.discard((group, word))
            if word not in known:
                name = {"categories": "category", "stacks": "stack"}.get(group, group[:-1])
                hint = did_you_mean(word, known) or "choose one of entries/_taxonomy.yaml, or add it there with its meaning"
                yield item.source.problem(f"unknown-{name}", loc, f'"{word}" is not a known {name}', hint)
    if any(item.entry is None for item in loaded):
        return  # what an invalid entry uses is not known yet
    for group, word in unused:
        yield source.problem("unused-taxonomy", (group, word), f'no entry uses "{word}"', "remove it, or use it", key=True)


def _words_used(data: Any) -> Iterator[tuple[str, Place, str]]:
    """Yield the words of the taxonomy that a file uses, with their places; a file that is no valid entry yet is read as far as it goes."""
    for group, loc, word in _word_places(data):
        if isinstance(word, str):
            yield group, loc, word


def _word_places(data: Any) -> Iterator[tuple[str, Place, Any]]:
    yield "categories", ("category",), _at(data, "category")
    yield "kinds", ("kind",), _at(data, "kind")
    for group in ("stages", "tags"):
        for i, word in _numbered(data, group):
            yield group, (group, i), word
    for i, symptom in _numbered(data, "symptoms"):
        yield "signs", ("symptoms", i, "sign"), _at(symptom, "sign")
    for i, fix in _numbered(data, "fixes"):
        for j, proof in _numbered(fix, "proofs"):
            yield "stacks", ("fixes", i, "proofs", j, "stack"), _at(proof, "stack")


def _at(data: Any, key: str) -> Any:
    return data.get(key) if isinstance(data, dict) else None


def _numbered(data: Any, key: str) -> list[tuple[int, Any]]:
    items = _at(data, key)
    return list(enumerate(items)) if isinstance(items, list) else []


def form_problems(item: Loaded, *, modeline: bool) -> Iterator[Problem]:
    """Say where a file is not written as `failpedia fmt` writes it."""
    if not can_be_formatted(item.source):
        return
    text, wanted = item.source.text, canonical(item.source, modeline=modeline)
    if text == wanted:
        return
    old, new = text.split("\n"), wanted.split("\n")
    number = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)) - 1)
    line = new[number].strip()
    message = f"fmt writes {line!r} here" if line else "fmt leaves this out"
    yield Problem(item.source.path, number + 1, 1, "", message, f"run: failpedia fmt {item.slug}", "not-canonical")


def can_be_formatted(source: Source) -> bool:
    """Tell whether a file's YAML is well formed, which is all that `fmt` asks for."""
    refused = {"yaml-syntax", "duplicate-key", "anchor-or-alias", "yaml-tag", "not-utf-8"}
    return isinstance(source.data, dict) and bool(source.data) and not any(problem.code in refused for problem in source.problems)


def reference_problems(loaded: Sequence[Loaded]) -> Iterator[Problem]:
    """Check that slugs and root causes that are named exist, and that names are not taken twice."""
    slugs = {item.slug for item in loaded}
    owners: dict[str, str] = dict.fromkeys(slugs, "an entry")
    for item in loaded:
        for i, alias in enumerate(item.entry.aliases if item.entry else ()):
            if alias in owners:
                what = "is an entry of its own" if owners[alias] == "an entry" else f"is an alias of {owners[alias]} already"
                yield item.source.problem("duplicate-slug", ("aliases", i), f'"{alias}" {what}', "choose another alias, or merge the two")
            owners.setdefault(alias, item.slug)
    for item in loaded:
        if item.entry is not None:
            yield from _slug_problems(item, item.entry, slugs)
            yield from _cause_problems(item, item.entry)


def lost_slugs(loaded: Iterable[Loaded], published: Sequence[str], path: str) -> Iterator[Problem]:
    """Refuse that a page that was once published answers no more: links to it are out in the world."""
    known = {item.slug for item in loaded}
    for item in loaded:
        known |= {alias for _, alias in _numbered(item.source.data, "aliases") if isinstance(alias, str)}
    for number, slug in enumerate(published, 1):
        if slug.strip() and slug.strip() not in known:
            hint = "bring it back (failpedia withdraw keeps its page), or name it under `aliases` of the entry that it became"
            yield Problem(
                path, number, 1, "", f'"{slug.strip()}" was published, and no entry and no alias has that name', hint, "lost-slug"
            )


def _slug_problems(item: Loaded, entry: Entry, slugs: set[str]) -> Iterator[Problem]:
    named: list[tuple[Place, str | None]] = [(("related", i), slug) for i, slug in enumerate(entry.related)]
    named += [(("not_this_if", i, "rather"), look.rather) for i, look in enumerate(entry.not_this_if)]
    named.append((("superseded_by",), entry.superseded_by))
    for loc, slug in named:
        if slug == item.slug:
            yield item.source.problem("self-reference", loc, "the entry refers to itself", "name another entry, or remove this")
        elif slug is not None and slug not in slugs:
            hint = did_you_mean(slug, slugs) or "name an existing entry by its slug, or say it in words"
            yield item.source.problem("unknown-slug", loc, f'there is no entry "{slug}"', hint)


def _cause_problems(item: Loaded, entry: Entry) -> Iterator[Problem]:
    causes = {cause.id for cause in entry.root_causes}
    named: list[tuple[Place, str]] = [(("symptoms", i, "cause"), symptom.cause) for i, symptom in enumerate(entry.symptoms)]
    named += [(("fixes", i, "removes", j), cause) for i, fix in enumerate(entry.fixes) for j, cause in enumerate(fix.removes)]
    for loc, cause in named:
        if cause not in causes:
            yield item.source.problem(
                "unknown-root-cause", loc, f'"{cause}" is not a root cause of this entry', did_you_mean(cause, causes)
            )
    removed = {cause for fix in entry.fixes for cause in fix.removes}
    for i, root in enumerate(entry.root_causes):
        if root.id not in removed and root.not_fixable is None:
            hint = "name it under `removes` of a fix, or say under `not_fixable` why none can remove it"
            yield item.source.problem("cause-not-fixed", ("root_causes", i, "id"), f'no fix removes "{root.id}"', hint)
    if entry.status == "published" and not any(True for _ in entry.proofs()):
        yield item.source.problem(
            "no-proved-fix",
            ("fixes",),
            "no fix of a published entry is proved",
            "add a snippet with broken(), fixed() and check()",
            key=True,
        )


def filler_problems(loaded: Iterable[Loaded]) -> Iterator[Problem]:
    """Report every sentence that says the same in three entries or more: it fits any failure, so it helps with none."""
    shapes: defaultdict[str, dict[str, tuple[Loaded, Place, str]]] = defaultdict(dict)
    for item in loaded:
        if item.entry is None:
            continue
        for loc, text, kind in walk_texts(item.entry):
            if kind is Markdown:
                for sentence, shape in prose.sentence_shapes(text):
                    shapes[shape].setdefault(item.slug, (item, loc, sentence))
    for found in shapes.values():
        if len(found) < FILLER_ENTRIES:
            continue
        witnesses = sorted(found)[: FILLER_ENTRIES + 1]
        for slug, (item, loc, sentence) in found.items():
            others = ", ".join([other for other in witnesses if other != slug][:FILLER_ENTRIES])
            start = sentence.split("§")[0].split("\n")[0].strip()
            hint = f"it stands in {others} too; say what is true of this failure only, or delete it"
            yield item.source.problem("filler", loc, f'"{sentence[:60]}" fits any entry', hint, words=start)


def snippet_problems(
    item: Loaded, snippets: Mapping[str, Snippet], files: Mapping[str, str], broken: Mapping[str, Problem]
) -> Iterator[Problem]:
    """Check an entry's snippets against what it says of them.

    Args:
        item: The entry.
        snippets: Its snippets by file name, those that Python can read.
        files: The path of every file in its snippet folder, by name.
        broken: The problem of every snippet that Python cannot read, by file name.
    """
    if item.entry is None:
        return
    yield from broken.values()
    named: set[str] = set()
    for loc, _, proof in item.entry.proofs():
        if proof.snippet in named:
            yield item.source.problem(
                "duplicate-id",
                (*loc, "snippet"),
                f"{proof.snippet} has a proof already",
                "one proof a snippet; name the other causes under `removes`",
            )
        elif proof.snippet not in files:
            hint = did_you_mean(proof.snippet, files) or f"write snippets/{item.slug}/{proof.snippet}"
            yield item.source.problem("missing-snippet", (*loc, "snippet"), f"there is no file snippets/{item.slug}/{proof.snippet}", hint)
        elif proof.snippet in snippets:
            needs_check = isinstance(proof.broken, FailsCheck)
            yield from _module_problems(files[proof.snippet], snippets[proof.snippet], needs_check=needs_check)
        named.add(proof.snippet)
    for name, path in files.items():
        if name not in named and name != "proof.json":
            hint = f"name it in a proof of entries/{item.slug}.yaml, or delete it"
            yield Problem(path, 1, 1, "", "no proof names this file", hint, "orphan-snippet")
    yield from _mistake_problems(item, snippets, files)
    yield from _exercise_problems(item, snippets, files)


def _exercise_problems(item: Loaded, snippets: Mapping[str, Snippet], files: Mapping[str, str]) -> Iterator[Problem]:
    asked = item.entry.exercise if item.entry else None
    if asked is None:
        return
    if asked.snippet not in files:
        hint = did_you_mean(asked.snippet, files) or "name a snippet of this entry"
        message = f"there is no file snippets/{item.slug}/{asked.snippet}"
        yield item.source.problem("missing-snippet", ("exercise", "snippet"), message, hint)
    elif "broken" in (snippets[asked.snippet].functions if asked.snippet in snippets else {}):
        code = bare(snippets[asked.snippet], "broken")
        named: list[tuple[Place, str]] = [(("exercise", "also_wrong", i), words) for i, words in enumerate(asked.also_wrong)]
        named += [(("exercise", "decoys", i, "words"), decoy.words) for i, decoy in enumerate(asked.decoys)]
        for loc, words in named:
            if words not in code:
                hint = "copy them from the file; comments and the docstring are not part of the exercise"
                yield item.source.problem("unknown-words", loc, f'broken() of {asked.snippet} has no "{words}"', hint)


def hides_module(stem: str, snippet: Snippet) -> bool:
    """Tell whether a snippet has the name of a module that it or the standard library imports: it would import itself."""
    return stem in snippet.imports or stem in sys.stdlib_module_names


def _module_problems(path: str, snippet: Snippet, *, needs_check: bool) -> Iterator[Problem]:
    """Check one snippet by its syntax tree."""
    functions = snippet.functions
    for name in ("broken", "fixed", *(["check"] if needs_check else [])):
        if name not in functions:
            yield Problem(path, 1, 1, "", f"there is no function {name}()", f"define {name}() at the module's top level", "missing-side")
    for function in functions.values():
        wanted = int(function.name == "check")
        if function.arguments != wanted:
            hint = (
                "check takes what a side returned: def check(result)"
                if wanted
                else "a side takes no arguments; put what it needs into the set-up"
            )
            yield Problem(
                path, function.line, 1, function.name, f"{function.name} takes {function.arguments} arguments", hint, "side-arguments"
            )
    if "check" in functions and not can_fail(functions["check"]):
        hint = "assert the property that was broken, with a message that says what was measured"
        yield Problem(path, functions["check"].line, 1, "check", "the check holds no assert, so it cannot fail", hint, "vacuous-check")
    for number, line in enumerate(snippet.text.split("\n"), 1):
        todo = _UNWRITTEN.search(line)
        if todo:
            what = re.split(r"[\"']", todo[1])[0].rstrip(". ") or "a piece of the snippet"
            hint = "write it in place of the TODO"
            yield Problem(path, number, todo.start() + 1, "", f"still to be written: {what}", hint, "placeholder")
    stem = path.rsplit("/", 1)[-1].removesuffix(".py")
    if hides_module(stem, snippet):
        message = f'a snippet named like the module "{stem}" hides it'
        yield Problem(path, 1, 1, "", message, "name the file after the fix", "bad-file-name")
    if "broken" in functions and "fixed" in functions:
        yield from _difference_problems(path, snippet, functions["fixed"])


def _difference_problems(path: str, snippet: Snippet, fixed: Function) -> Iterator[Problem]:
    if same_code(snippet):
        hint = "let broken() show the failure and fixed() the same code with the fix"
        yield Problem(path, fixed.line, 1, "fixed", "broken() and fixed() are the same code", hint, "no-difference")
    elif snippet.changed_lines() > MAX_CHANGED_LINES:
        message = f"broken() and fixed() differ in {snippet.changed_lines()} lines"
        hint = f"a fix needs at most {MAX_CHANGED_LINES}: move what both share to the set-up, and keep the rest in the same order"
        yield Problem(path, fixed.line, 1, "fixed", message, hint, "difference-too-large")


def _mistake_problems(item: Loaded, snippets: Mapping[str, Snippet], files: Mapping[str, str]) -> Iterator[Problem]:
    cited: set[str] = set()
    for i, mistake in enumerate(item.entry.mistakes if item.entry else ()):
        if mistake.proof is None:
            continue
        cited.add(mistake.proof)
        name, side = mistake.proof.split("#")
        if name in snippets and side not in snippets[name].mistakes:
            hint = did_you_mean(side, snippets[name].mistakes) or f"define {side}() in it"
            yield item.source.problem("unknown-mistake", ("mistakes", i, "proof"), f"{name} has no {side}()", hint)
        elif name not in files:
            hint = did_you_mean(name, files) or "name a snippet of this entry"
            yield item.source.problem("missing-snippet", ("mistakes", i, "proof"), f"there is no file snippets/{item.slug}/{name}", hint)
    for name, snippet in snippets.items():
        for side in snippet.mistakes:
            if f"{name}#{side}" not in cited:
                line = snippet.functions[side].line
                hint = f"cite it: `proof: {name}#{side}` under `mistakes` of entries/{item.slug}.yaml"
                yield Problem(files[name], line, 1, side, "the entry does not cite this mistake", hint, "orphan-mistake")


def ledger_problems(item: Loaded, encyclopedia: Encyclopedia, ledger_path: str) -> Iterator[Problem]:
    """Check that every proof of an entry has a ledger that holds and shows what the roles ask for; each says the mending command."""
    entry, slug = item.entry, item.slug
    if entry is None or entry.status != "published":
        return
    mend = f"run: failpedia prove {slug}"
    for loc, _, proof in entry.proofs():
        record = encyclopedia.record(slug, proof)
        if proof.snippet not in encyclopedia.snippets.get(slug, {}):
            continue  # reported as missing or unreadable
        if record is None and _UNWRITTEN.search(encyclopedia.snippets[slug][proof.snippet].text):
            continue  # a draft: what is still to be written is reported
        yield from _record_problems(item, encyclopedia, loc, proof)
    known = {proof.snippet for _, _, proof in entry.proofs()}
    ledger = encyclopedia.ledgers.get(slug)
    for record in ledger.proofs if ledger else ():
        if record.snippet not in known:
            yield Problem(ledger_path, 1, 1, record.snippet, "the entry has no such proof any more", mend, "ledger-stale")


def _record_problems(item: Loaded, encyclopedia: Encyclopedia, loc: tuple[str | int, ...], proof: Proof) -> Iterator[Problem]:
    slug, record, mend = item.slug, encyclopedia.record(item.slug, proof), f"run: failpedia prove {item.slug}"
    if record is None:
        yield item.source.problem("ledger-missing", loc, f"{proof.snippet} was never proved", mend)
    elif (slug, proof.snippet) in encyclopedia.stale:
        yield item.source.problem("ledger-stale", loc, encyclopedia.stale[slug, proof.snippet], mend)
    elif not encyclopedia.is_proved(slug, proof):
        verdicts = ", ".join(f"{name} was {side.verdict}" for name, side in record.sides.items())
        yield item.source.problem("proof-failed", loc, f"{proof.snippet} is not proved: {verdicts}", f"mend the snippet, then {mend}")
    elif proof.plot and not all(record.sides[name].series for name in ("broken", "fixed")):
        hint = f"let broken() and fixed() return a list of five to a thousand numbers, then {mend}; or take the axes out"
        yield item.source.problem("plot-without-series", (*loc, "plot"), "there is no curve to draw on these axes", hint)


@dataclass(frozen=True)
class Log:
    """The lines of a log, and all of them as one text, in which a pattern is ruled out at once."""

    lines: Sequence[str]
    text: str

    @classmethod
    def of(cls, lines: Sequence[str]) -> Self:
        """Keep both forms."""
        return cls(lines, "\n".join(lines))

    def first(self, signature: Signature) -> int | None:
        """Return the index of the first line at which a signature counts, with what stands around it."""
        if re2.search(f"(?m:{signature.pattern})", self.text) is None:
            return None
        pattern = re2.compile(signature.pattern)
        return next((at for at, line in enumerate(self.lines) if pattern.search(line) and self._counts(signature, at)), None)

    def _counts(self, signature: Signature, at: int) -> bool:
        near, unless = signature.near, signature.unless
        return (near is None or self._around(near, at)) and (unless is None or not self._around(unless, at))

    def _around(self, nearby: Nearby, at: int) -> bool:
        window = self.lines[max(0, at - nearby.within) : at + nearby.within + 1]
        return any(map(re2.compile(nearby.pattern).search, window))


def signature_problems(
    loaded: Sequence[Loaded], encyclopedia: Encyclopedia, samples: Mapping[str, Sequence[Sequence[str]]]
) -> Iterator[Problem]:
    """Check that every signature is shown by its own entry's output or log samples, and by no stranger's.

    Args:
        loaded: The entries.
        encyclopedia: Their ledgers among the rest.
        samples: The lines of each log sample of each entry, by slug.
    """
    printed = {item.slug: list(map(Log.of, _printed(item.slug, encyclopedia))) for item in loaded}
    who = _who_prints({signature.pattern for item in loaded if item.entry for signature in item.entry.signatures}, printed)
    for item in loaded:
        own = [*printed[item.slug], *map(Log.of, samples.get(item.slug, ()))]
        for i, signature in enumerate(item.entry.signatures if item.entry else ()):
            loc = ("signatures", i, "pattern")
            if own and all(log.first(signature) is None for log in own):
                hint = f"no proof printed such a line; mend the pattern, or put a real log under tests/logs/{item.slug}/"
                yield item.source.problem("signature-unproved", loc, "nothing that this failure printed matches", hint)
            if signature.role == "cause":
                strangers = {other: printed[other] for other in who[signature.pattern]}
                yield from _collisions(item, loc, signature, strangers, encyclopedia)


_LAST = "\x01\x02\x03"
"""What stands behind every text: a set that found it has not run out of memory, and so has found all."""


def _who_prints(patterns: Iterable[str], printed: Mapping[str, Sequence[Log]]) -> Mapping[str, list[str]]:
    """Return for each pattern the entries that may have printed it: one pass over each text, or the time were quadratic."""
    every = sorted(patterns)
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 1 << 28
    known = re2.Set.SearchSet(options)
    for pattern in [*(f"(?m:{pattern})" for pattern in every), _LAST]:
        known.Add(pattern)
    known.Compile()
    who: dict[str, list[str]] = {pattern: [] for pattern in every}
    for slug, logs in printed.items():
        found = known.Match("\n".join([*(log.text for log in logs), _LAST])) if logs else [len(every)]
        for i in found if len(every) in found else range(len(every)):
            if i < len(every):
                who[every[i]].append(slug)
    return who


ORDINARY = (
    "a",
    "0",
    "round 3 of 10",
    "step 10 size 2.31",
    "Loading the data set",
    '  File "train.py", line 12, in <module>',
    "Traceback (most recent call last):",
    "RuntimeError: something else",
    "UserWarning: something else",
    "[rank0]: done.",
)
"""Lines that any program prints: a pattern that matches several of them tells nothing."""


def breadth_problems(loaded: Sequence[Loaded], healthy: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    """Check that no signature matches a healthy log or nearly every line.

    Args:
        loaded: The entries.
        healthy: The lines of each healthy log, by path.
    """
    logs = {path: Log.of(lines) for path, lines in healthy.items()}
    for item in loaded:
        for i, signature in enumerate(item.entry.signatures if item.entry else ()):
            pattern, loc = re2.compile(signature.pattern), ("signatures", i, "pattern")
            if sum(pattern.search(line) is not None for line in ORDINARY) >= 2:
                yield item.source.problem("signature-too-broad", loc, "it matches ordinary lines", "add the words that tell this failure")
                continue
            for path, log in logs.items():
                at = log.first(signature)
                if at is not None:
                    hint = "make the pattern narrower, or say under `near` or `unless` what tells the two apart"
                    yield item.source.problem("signature-too-broad", loc, f"it matches the healthy {path}:{at + 1}", hint)


def series_problems(loaded: Sequence[Loaded], language: Language | None) -> Iterator[Problem]:
    """Check that conditions speak of series that the field has."""
    known = ["lists", *(language.metrics.names if language else ())]
    for item in loaded:
        for i, measured in enumerate(item.entry.metrics if item.entry else ()):
            for j, condition in enumerate(measured.conditions):
                if condition.series not in known:
                    loc = ("metrics", i, "conditions", j, "series")
                    hint = did_you_mean(condition.series, known) or "name it in entries/_diagnosis.yaml, `metrics`"
                    yield item.source.problem("unknown-series", loc, f'"{condition.series}" is not a known series', hint)


def _collisions(
    item: Loaded, loc: Place, signature: Signature, printed: Mapping[str, Sequence[Log]], encyclopedia: Encyclopedia
) -> Iterator[Problem]:
    for other, logs in printed.items():
        if other == item.slug or other not in encyclopedia.entries or item.slug not in encyclopedia.entries:
            continue
        if other in encyclopedia.neighbours(item.slug) or item.slug in encyclopedia.neighbours(other):
            continue
        found = next(((log, at) for log in logs if (at := log.first(signature)) is not None), None)
        if found is not None:
            log, at = found
            hint = f"make the pattern narrower, or name {other} under `related`"
            yield item.source.problem("signature-collides", loc, f"it matches what {other} printed: {log.lines[at].strip()[:80]!r}", hint)


def _printed(slug: str, encyclopedia: Encyclopedia) -> Iterator[list[str]]:
    """Yield the lines that each side printed in which the failure shows."""
    ledger = encyclopedia.ledgers.get(slug)
    for record in ledger.proofs if ledger else ():
        for name, side in record.sides.items():
            if name != "fixed" and (side.stdout or side.stderr or side.traceback):
                yield f"{side.stdout}\n{side.stderr}\n{side.traceback}".split("\n")
