"""From what was collected to an answer: candidates, how sure, who began, what is collateral, what is missing.

A candidate's score is the sum of three whole numbers (the names are those of `weights` in the index):

- signatures: of every signature that counts, `cause` or `collateral`, plus `matched` for each character of its longest match (at
  most `matched_most`), plus `near` if it has one, plus `origin` if a line of it is an origin, plus `victim` if all its lines are victims'
  while an origin stands elsewhere; the highest of them, and `further` for each other signature (at most `further_most`);
- metrics: `metric`, and `metric_further` for each condition after the first, of the best measurement that holds;
- words: `words` times the share of the words, at most `words_most`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from generator.diagnosis.collecting import Collector, Hit, Reading
from generator.diagnosis.matching import compiled
from generator.diagnosis.metrics import MetricReader, Row, holds
from generator.diagnosis.ranks import MOST_DIGITS, Event, Initiator, initiator
from generator.diagnosis.words import Splitter, Words

Confidence = Literal["sure", "likely", "possible"]
MOST_EVIDENCE = 5
MOST_COLLATERAL = 12
MOST_ALARMS = 60
PROSE_LINES = 12
MOST_HARMLESS = 3
MOST_RANKS = 8
MOST_BY_SIGN = 3
NEGATION = "not"
_DENIAL = compiled(r"(?i)\b(?:not|no|never|cannot|[a-z]+n'?t)\b")


@dataclass(frozen=True)
class Evidence:
    """A line that speaks for a candidate."""

    file: str
    line: int
    column: int
    text: str
    matched: str = ""


@dataclass
class Candidate:
    """One entry with what speaks for it."""

    entry: int
    slug: str
    title: str
    next_step: str
    expect: str
    fix: str
    signature: int = 0
    metric: int = 0
    words: int = 0
    share: int = 0
    told: int = 0
    cause: bool = False
    victim: bool = False
    conditions: int = 0
    hits: list[Hit] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    terms: tuple[str, ...] = ()
    confidence: Confidence = "possible"

    @property
    def score(self) -> int:
        """All that speaks for it."""
        return self.signature + self.metric + self.words


@dataclass(frozen=True)
class Collateral:
    """A line caused by a failure elsewhere."""

    file: str
    line: int
    text: str
    rank: int | None
    because: str


@dataclass(frozen=True)
class Answer:
    """What a diagnosis says."""

    matches: tuple[Candidate, ...]
    initiating: Initiator | None
    collateral: tuple[Collateral, ...]
    missing: tuple[str, ...]
    files: tuple[str, ...]
    prose: bool
    signs: tuple[tuple[str, str], ...] = ()

    def data(self) -> dict[str, Any]:
        """Return the answer as the JSON that `--json` prints."""
        return {
            "matches": [
                {
                    "slug": found.slug,
                    "title": found.title,
                    "confidence": found.confidence,
                    "score": found.score,
                    "evidence": [{"file": e.file, "line": e.line, "text": e.text} for e in found.evidence],
                    "next_step": found.next_step,
                }
                for found in self.matches
            ],
            "initiating": {"rank": self.initiating.rank, "line": self.initiating.line} if self.initiating else None,
            "collateral": [{"file": c.file, "line": c.line, "text": c.text, "rank": c.rank, "because": c.because} for c in self.collateral],
            "missing": list(self.missing),
        }


class Diagnosis:
    """An index that is ready to read logs."""

    def __init__(self, index: Mapping[str, Any]) -> None:
        """Compile what an index holds."""
        self.index = index
        self.collector = Collector(index)
        self._words = Words(index["words"])
        self._splitter = Splitter(index["words"])
        self._metrics = MetricReader(index["metrics"])
        self._alarm = _one_of(index["alarms"])
        self._mark = _one_of(index["log_marks"])

    def answer(self, readings: Sequence[Reading], top: int = 5) -> Answer:
        """Weigh what the files of one job say."""
        events = sorted(self._events(readings), key=lambda event: event.place)
        began = self._initiating(readings, events)
        prose = self._is_prose(readings)
        found = {i: self._candidate(i) for i in range(len(self.index["entries"]))}
        self._add_signatures(found, readings, events)
        self._add_metrics(found, readings)
        self._add_words(found, readings, prose=prose)
        chosen = self._choose(list(found.values()), [event for event in events if event.origin], prose=prose)[:top]
        files = tuple(reading.name for reading in readings)
        missing = tuple(self._missing(readings, events, chosen, began))
        signs = self._signs(readings) if prose and not any(c.confidence == "sure" for c in chosen) else ()
        if signs and not chosen:
            chosen = self._showing(found.values(), signs[0], readings)[:top]
        for candidate in chosen:
            candidate.evidence = self._evidence(candidate, readings)
        collateral = tuple(_collateral(events, began, files)) + tuple(_outweighed(chosen, files))
        return Answer(tuple(chosen), began, collateral[:MOST_COLLATERAL], missing, files, prose, signs)

    def _candidate(self, i: int) -> Candidate:
        entry = self.index["entries"][i]
        return Candidate(i, entry["slug"], entry["title"], entry["next_step"], entry["expect"], entry["fix"])

    # -- ranks

    def _events(self, readings: Sequence[Reading]) -> Iterator[Event]:
        for reading in readings:
            restarts = sorted({line for pattern in self.index["restarts"] for line in reading.lines_of(pattern)})
            victims = {
                hit.line: hit for name in ("victims", "sequences", "absent") for p in self.index[name] for hit in reading.hits.get(p, ())
            }
            origins = {hit.line: hit for p in self.index["origins"] for hit in reading.hits.get(p, ())}
            harmless = {line for item in self.index["harmless"] for line in reading.lines_of(item["pattern"])}
            for line, hit in {**origins, **victims}.items():
                if line in harmless:
                    continue
                attempt = sum(restart < line for restart in restarts)
                yield Event(reading.number, line, hit.text, hit.rank, line not in victims, attempt, self._sequence(hit.text))

    def _sequence(self, text: str) -> int | None:
        for pattern in self.index["sequences"]:
            if match := compiled(pattern).search(text):
                return int(match["sequence"])
        return None

    def _seen(self, readings: Sequence[Reading]) -> dict[int, tuple[int, int]]:
        """Return the ranks that take part, each with the place of its last line."""
        seen: dict[int, tuple[int, int]] = {}
        for reading in readings:
            for line, text in reading.window:
                rank = self.collector.ranks.split(text)[0]
                rank = reading.rank if rank is None else rank
                if rank is not None:
                    seen[rank] = (reading.number, line)
        return seen

    def _initiating(self, readings: Sequence[Reading], events: Sequence[Event]) -> Initiator | None:
        absent = [
            int(match["rank"])
            for reading in readings
            for pattern in self.index["absent"]
            for hit in reading.hits.get(pattern, ())
            if (match := compiled(pattern).search(hit.text)) and len(match["rank"]) <= MOST_DIGITS
        ]
        return initiator(events, self._seen(readings), absent)

    # -- evidence for entries

    def _add_signatures(self, found: Mapping[int, Candidate], readings: Sequence[Reading], events: Sequence[Event]) -> None:
        origins = {event.place for event in events if event.origin}
        victims = {event.place for event in events if not event.origin}
        harmless = {hit.place for reading in readings for item in self.index["harmless"] for hit in reading.hits.get(item["pattern"], ())}
        for i, candidate in found.items():
            scores = []
            for signature in self.index["entries"][i]["signatures"]:
                hits = [hit for reading in readings for hit in _counting(signature, reading) if hit.place not in harmless]
                if hits:
                    scores.append(self._signature_score(signature, hits, origins, victims))
                    candidate.hits += hits
                    candidate.cause |= signature["role"] == "cause"
            if scores:
                weights = self.index["weights"]
                candidate.signature = max(scores) + weights["further"] * min(len(scores) - 1, weights["further_most"])
                candidate.victim = all(hit.place in victims for hit in candidate.hits)

    def _signature_score(self, signature: Mapping[str, Any], hits: Sequence[Hit], origins: set[Any], victims: set[Any]) -> int:
        weights = self.index["weights"]
        score = int(weights[signature["role"]])
        score += weights["matched"] * min(max(len(hit.matched) for hit in hits), weights["matched_most"])
        score += weights["near"] if "near" in signature else 0
        score += weights["origin"] if any(hit.place in origins for hit in hits) else 0
        places = {hit.place for hit in hits}
        if places <= victims and origins - places:
            score += weights["victim"]
        return max(int(score), 100)

    def _add_metrics(self, found: Mapping[int, Candidate], readings: Sequence[Reading]) -> None:
        rows = list(self._rows(readings))
        weights = self.index["weights"]
        for i, candidate in found.items():
            for conditions in self.index["entries"][i]["metrics"]:
                for number, group in rows:
                    shown = holds(conditions, group)
                    score = weights["metric"] + weights["metric_further"] * (len(conditions) - 1)
                    if shown and score > candidate.metric:
                        candidate.metric, candidate.conditions = score, len(conditions)
                        candidate.hits += [Hit(number, row.line, 1, None, row.text[:400].strip(), "") for row in shown]

    def _rows(self, readings: Sequence[Reading]) -> Iterator[tuple[int, list[Row]]]:
        for reading in readings:
            groups: dict[int | None, list[Row]] = {}
            for line, text in reading.window:
                row = self._metrics.row(line, text)
                if row is not None:
                    groups.setdefault(self.collector.ranks.split(text)[0], []).append(row)
            yield from ((reading.number, group) for group in groups.values())
            yield reading.number, list(self._metrics.lists(reading.window))
            yield reading.number, list(self._metrics.tables(reading.window))

    def _add_words(self, found: Mapping[int, Candidate], readings: Sequence[Reading], *, prose: bool) -> None:
        text = "\n".join(self._telling(readings, prose=prose))
        weights = self.index["weights"]
        for item in self._words.rank(text):
            candidate = found[item.entry]
            candidate.share, candidate.told = item.share, item.score
            candidate.words = min(weights["words"] * item.share, weights["words_most"])
            candidate.terms = item.terms

    def _telling(self, readings: Sequence[Reading], *, prose: bool) -> Iterator[str]:
        """Yield what the words are read from: all of a description, the alarming lines of a log that are not harmless."""
        for reading in readings:
            harmless = {line for item in self.index["harmless"] for line in reading.lines_of(item["pattern"])}
            if prose:
                yield from (text for line, text in reading.window if line not in harmless)
                continue
            alarming = [text for line, text in reading.window if line not in harmless and self._alarm(text)]
            for text in list(dict.fromkeys(alarming))[-MOST_ALARMS:]:
                yield self.collector.ranks.split(text)[1]

    def _is_prose(self, readings: Sequence[Reading]) -> bool:
        pieces = [text for reading in readings for _, text in reading.window[:200] if text.strip()]
        marked = sum(self._mark(text) for text in pieces)
        return len(pieces) <= PROSE_LINES and 3 * marked < len(pieces)

    # -- the answer

    def _choose(self, candidates: Sequence[Candidate], origins: Sequence[Event], *, prose: bool) -> list[Candidate]:
        least = self.index["thresholds"]["prose" if prose else "log"]
        told = least["told"] * self.index["words"]["unknown"]
        kept = [c for c in candidates if c.signature or c.metric or (c.share >= least["share"] and 100 * c.told >= told)]
        kept.sort(key=lambda c: (-c.score, c.slug))
        for place, c in enumerate(kept):
            c.confidence = self._confidence(c, kept[:place] + kept[place + 1 :], origins, first=place == 0)
        sure = any(c.confidence == "sure" for c in kept)
        return [c for c in kept if c.signature or c.metric or not sure]

    def _confidence(self, c: Candidate, others: Sequence[Candidate], origins: Sequence[Event], *, first: bool) -> Confidence:
        limits = self.index["thresholds"]
        if c.cause and not c.victim:
            places = {hit.place for hit in c.hits}
            rivals = [
                o
                for o in others
                if o.cause and not o.victim and (o.score > c.score - limits["rival"] or places & {hit.place for hit in o.hits})
            ]
            explains = not origins or any(_near(hit, event, limits["explains"]) for hit in c.hits for event in origins)
            return "sure" if first and not rivals and explains else "likely"
        if c.cause or c.conditions >= 2:
            return "likely" if first else "possible"
        likely, runner_up = limits["likely"], max((o.share for o in others), default=0)
        told = 100 * c.told >= likely["told"] * self.index["words"]["unknown"]
        return "likely" if first and told and c.share >= likely["share"] and c.share - runner_up >= likely["lead"] else "possible"

    def _evidence(self, candidate: Candidate, readings: Sequence[Reading]) -> list[Evidence]:
        names = {reading.number: reading.name for reading in readings}
        texts: dict[str, Evidence] = {}
        for hit in sorted(candidate.hits, key=lambda hit: hit.place):
            texts.setdefault(hit.text, Evidence(names[hit.file], hit.line, hit.column, hit.text, hit.matched))
        if texts:
            return list(texts.values())[:MOST_EVIDENCE]
        wanted = set(candidate.terms)
        best: tuple[int, Evidence] | None = None
        for reading in readings:
            for line, text in reading.window[:2000]:
                count = len(wanted.intersection(self._splitter.terms(text)))
                if count and (best is None or count > best[0]):
                    best = (count, Evidence(reading.name, line, 1, text[:400].strip()))
        return [best[1]] if best else []

    def _missing(
        self, readings: Sequence[Reading], events: Sequence[Event], chosen: Sequence[Candidate], began: Initiator | None
    ) -> Iterator[str]:
        if any(c.confidence == "sure" for c in chosen):
            return
        if events and not any(event.origin for event in events):
            yield from self._waited(readings, {event.rank for event in events if event.rank is not None}, began)
        for item in self.index["missing"]:
            if any(r.hits.get(item["when"]) for r in readings) and not (
                item.get("unless") and any(r.hits.get(item["unless"]) for r in readings)
            ):
                yield item["say"]
        if not chosen:
            yield from list(self._harmless(readings))[:MOST_HARMLESS]

    def _waited(self, readings: Sequence[Reading], ranks: set[int], began: Initiator | None) -> Iterator[str]:
        """Say what is missing where ranks only waited for another: it is here and says nothing, or it is not here."""
        silent = sorted(self._seen(readings).keys() - ranks) if ranks else []
        if silent:
            more = " …" if len(silent) > MOST_RANKS else ""
            none = f"No error of rank{'s' if len(silent) > 1 else ''} {_listed(silent[:MOST_RANKS])}{more} is here"
            yield f"{none}: killed from outside, or standing still. Bring what dmesg and the launcher say, or py-spy dump."
        elif len(ranks) == 1:
            waited = f"Only rank {_listed(ranks)} speaks here, and it waited for another"
            yield f"{waited}: the first exception is on another rank. Bring the logs of the other ranks."
        elif ranks and not began:
            waited = f"Ranks {_listed(ranks)} waited for another or lost it"
            yield f"{waited}: the first exception is on none of them. Bring the logs of the ranks that are not here."

    def _harmless(self, readings: Sequence[Reading]) -> Iterator[str]:
        for reading in readings:
            for item in self.index["harmless"]:
                if hits := reading.hits.get(item["pattern"]):
                    yield f"{reading.name}:{hits[0].line} looks alarming and is harmless: {item['because']}."

    def _signs(self, readings: Sequence[Reading]) -> tuple[tuple[str, str], ...]:
        """Return the sign that a text names, or else the one it shares most words with, two at least."""
        terms = self._terms(readings)
        scored = sorted(
            (not self._names(terms, sign["title"]), -len(terms.intersection(sign["terms"])), sign["sign"], sign["title"])
            for sign in self.index["signs"]
        )
        return tuple((sign, title) for _, count, sign, title in scored[:1] if count <= -2)

    def _showing(self, candidates: Iterable[Candidate], sign: tuple[str, str], readings: Sequence[Reading]) -> list[Candidate]:
        """Return the entries that show a sign, those that share more words first: all that a text tells which only names the sign."""
        if not self._names(self._terms(readings), sign[1]):
            return []
        showing = [c for c in candidates if sign[0] in self.index["entries"][c.entry]["signs"]]
        return sorted(showing, key=lambda c: (-c.score, c.slug))[:MOST_BY_SIGN]

    def _terms(self, readings: Sequence[Reading]) -> set[str]:
        """Return the terms of a text, and `NEGATION` if it denies something: as a word of its own that tells nothing."""
        texts = [text for reading in readings for _, text in reading.window]
        terms = {term for text in texts for term in self._splitter.terms(text)}
        return terms | {NEGATION} if any(_denies(text) for text in texts) else terms

    def _names(self, terms: Collection[str], title: str) -> bool:
        """Tell whether every word of a title stands in a text: `does not fall` is not named by what falls."""
        if _denies(title) and NEGATION not in terms:
            return False
        return all(term in terms for term in self._splitter.terms(title) if "_" not in term)


def _listed(ranks: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(ranks)))


def _denies(text: str) -> bool:
    return _DENIAL.search(text) is not None


def _near(hit: Hit, event: Event, lines: int) -> bool:
    return hit.file == event.file and abs(hit.line - event.line) <= lines


def _one_of(patterns: Sequence[str]) -> Any:
    pattern = compiled("|".join(f"(?:{pattern})" for pattern in patterns))
    return lambda text: bool(pattern.search(text[:2000]))


def _counting(signature: Mapping[str, Any], reading: Reading) -> Iterator[Hit]:
    """Yield the hits of a signature that its `near` and `unless` let count."""
    near, unless = signature.get("near"), signature.get("unless")
    for hit in reading.hits.get(signature["pattern"], ()):
        if near and not _around(hit.line, near, reading):
            continue
        if unless and _around(hit.line, unless, reading):
            continue
        yield hit


def _around(line: int, nearby: Mapping[str, Any], reading: Reading) -> bool:
    return any(abs(other - line) <= nearby["within"] for other in reading.lines_of(nearby["pattern"]))


def _collateral(events: Sequence[Event], began: Initiator | None, files: Sequence[str]) -> Iterator[Collateral]:
    """Yield the first line of every rank that failed because another one did."""
    told: set[tuple[int, int | None]] = set()
    for event in events:
        if began is None or event.rank == began.rank or (event.file, event.rank) in told:
            continue
        told.add((event.file, event.rank))
        because = f"rank {began.rank} began: {began.how}"
        yield Collateral(files[event.file], event.line, event.text, event.rank, because)


def _outweighed(chosen: Sequence[Candidate], files: Sequence[str]) -> Iterator[Collateral]:
    """Yield the lines of entries that the first candidate explains better; numbers that fit several entries speak for each of them."""
    for candidate in chosen[1:] if chosen and chosen[0].confidence != "possible" else ():
        for hit in candidate.hits[:1]:
            if candidate.signature and (candidate.victim or not candidate.cause):
                because = f"{chosen[0].slug} explains it"
                yield Collateral(files[hit.file], hit.line, hit.text, hit.rank, because)
