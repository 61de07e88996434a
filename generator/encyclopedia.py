"""All entries together: the only thing that knows about more than one of them. Pure data and look-ups."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import log

from generator.coverage import Coverage
from generator.diagnosis.language import Language
from generator.entry import Entry, Proof
from generator.ledger import Ledger, ProofRecord
from generator.snippet import Snippet
from generator.taxonomy import Taxonomy

MAX_RELATED = 6


@dataclass(frozen=True)
class Related:
    """A neighbour of an entry, and why it is one: named by the author, or by the tags that both have."""

    slug: str
    explicit: bool
    shared_tags: tuple[str, ...]


@dataclass(frozen=True)
class Encyclopedia:
    """Valid entries by slug, what they choose from, their snippets and their ledgers."""

    entries: Mapping[str, Entry]
    taxonomy: Taxonomy
    snippets: Mapping[str, Mapping[str, Snippet]]
    ledgers: Mapping[str, Ledger]
    versions: Mapping[str, str] = field(default_factory=dict)
    """The versions that proofs are compared with, by imported module: as installed, else as pinned."""
    stale: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Why a proof (slug, snippet file) does not hold any more."""
    language: Language | None = None
    """How the logs of the field are read, where the encyclopedia says so."""
    coverage: Coverage | None = None
    """What other sources name, where somebody has read them."""

    @cached_property
    def redirects(self) -> dict[str, str]:
        """Every alias with the slug that it leads to."""
        return {alias: slug for slug, entry in self.entries.items() for alias in entry.aliases}

    @cached_property
    def by_tag(self) -> dict[str, list[str]]:
        """The published entries of each tag."""
        index: defaultdict[str, list[str]] = defaultdict(list)
        for slug in self.published:
            for tag in self.entries[slug].tags:
                index[tag].append(slug)
        return dict(index)

    @cached_property
    def by_category(self) -> dict[str, list[str]]:
        """The published entries of each category."""
        index: defaultdict[str, list[str]] = defaultdict(list)
        for slug in self.published:
            index[self.entries[slug].category].append(slug)
        return dict(index)

    @cached_property
    def by_sign(self) -> dict[str, list[str]]:
        """The published entries of each sign, those with the most public reports first."""
        index: defaultdict[str, list[str]] = defaultdict(list)
        for slug in self.published:
            for sign in dict.fromkeys(symptom.sign for symptom in self.entries[slug].symptoms):
                index[sign].append(slug)
        return {sign: sorted(slugs, key=lambda slug: -self.reports(slug)) for sign, slugs in index.items()}

    def reports(self, slug: str) -> int:
        """Count the public reports that an entry cites: the nearest to how common a failure is that can be checked."""
        return sum(reference.kind in ("issue", "post") for reference in self.entries[slug].references)

    @cached_property
    def published(self) -> list[str]:
        """The slugs of the entries that hold, by title."""
        slugs = [slug for slug, entry in self.entries.items() if entry.status == "published"]
        return sorted(slugs, key=lambda slug: self.entries[slug].title.lower())

    @cached_property
    def _named_by(self) -> dict[str, list[str]]:
        index: defaultdict[str, list[str]] = defaultdict(list)
        for slug in self.published:
            for other in self.neighbours(slug):
                index[other].append(slug)
        return dict(index)

    def neighbours(self, slug: str) -> list[str]:
        """Return the slugs that an entry names itself, as related or as look-alikes."""
        entry = self.entries[slug]
        return [*entry.related, *(item.rather for item in entry.not_this_if if item.rather)]

    def related(self, slug: str) -> list[Related]:
        """Return an entry's neighbours: those it names, those that name it, then those that share tags, rare tags first."""
        entry = self.entries[slug]
        named = [*self.neighbours(slug), *self._named_by.get(slug, [])]
        weights: defaultdict[str, float] = defaultdict(float)
        for tag in entry.tags:
            peers = self.by_tag.get(tag, [])
            if len(peers) <= 50:  # a tag of half the encyclopedia tells nothing, and would make this quadratic
                for peer in peers:
                    weights[peer] += log(1 + len(self.published) / len(peers))
        ranked = sorted(weights, key=lambda peer: (-weights[peer], peer))
        order = [other for other in dict.fromkeys([*named, *ranked]) if other != slug and other in self.entries]
        order = [other for other in order if self.entries[other].status == "published"]
        chosen = order[: max(MAX_RELATED, len(entry.related))]
        return [Related(other, other in named, self._shared_tags(slug, other)) for other in chosen]

    def _shared_tags(self, slug: str, other: str) -> tuple[str, ...]:
        shared = set(self.entries[slug].tags) & set(self.entries[other].tags)
        return tuple(sorted(shared, key=lambda tag: (len(self.by_tag.get(tag, [])), tag)))

    def record(self, slug: str, proof: Proof) -> ProofRecord | None:
        """Return what the ledger says of a proof."""
        ledger = self.ledgers.get(slug)
        return ledger.record(proof.snippet) if ledger else None

    def is_proved(self, slug: str, proof: Proof) -> bool:
        """Tell whether a proof's ledger holds today and every side of it showed what its role asks for."""
        record = self.record(slug, proof)
        return record is not None and (slug, proof.snippet) not in self.stale and all_as_expected(record)


def all_as_expected(record: ProofRecord) -> bool:
    """Tell whether broken and every mistake reproduced the failure and fixed was clean, under every seed."""
    wanted = {name: "clean" if name == "fixed" else "reproduced" for name in record.sides}
    verdicts = [(wanted[name], {side.verdict, *side.seeds.values()}) for name, side in record.sides.items()]
    return {"broken", "fixed"} <= wanted.keys() and all(seen == {want} for want, seen in verdicts)
