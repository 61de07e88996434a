"""Which failures that others have published have an entry here: `entries/_coverage.yaml` as frozen pydantic, and the count. Pure."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field, model_validator

from generator.entry import Line, Model, Slug, Url

FILE = "_coverage.yaml"


class Leaf(Model):
    """One failure that a source names."""

    leaf: Line
    """In the source's words."""
    entry: Slug | None = None
    """The entry that covers it, or would: it need not be written yet."""
    out_of_scope: Line | None = None
    """Why none should."""

    @model_validator(mode="after")
    def _one_of_the_two(self) -> Self:
        if (self.entry is None) == (self.out_of_scope is None):
            raise ValueError("a leaf has either an `entry` or a reason under `out_of_scope`")
        return self


class Published(Model):
    """A published taxonomy or guide, leaf by leaf."""

    title: Line
    url: Url | None = None
    leaves: Annotated[tuple[Leaf, ...], Field(min_length=1)]


class Coverage(Model):
    """All of them."""

    sources: Annotated[tuple[Published, ...], Field(min_length=1)]


@dataclass(frozen=True)
class Count:
    """The leaves of a source, parted."""

    covered: tuple[Leaf, ...]
    open: tuple[Leaf, ...]
    out_of_scope: tuple[Leaf, ...]

    @property
    def in_scope(self) -> int:
        """How many leaves an entry can cover."""
        return len(self.covered) + len(self.open)

    @property
    def percent(self) -> int:
        """How many in a hundred of those have one, rounded down: 100 means all."""
        return 100 * len(self.covered) // self.in_scope if self.in_scope else 100


def count(leaves: Collection[Leaf], written: Collection[str]) -> Count:
    """Part leaves by whether one of the written entries, or of their aliases, covers them."""
    covered = tuple(leaf for leaf in leaves if leaf.entry in written)
    still_open = tuple(leaf for leaf in leaves if leaf.entry is not None and leaf.entry not in written)
    return Count(covered, still_open, tuple(leaf for leaf in leaves if leaf.out_of_scope is not None))
