"""The closed lists that entries choose from: `entries/_taxonomy.yaml`."""

from typing import Annotated

from pydantic import Field, StringConstraints

from generator.entry import Model, Slug

Meaning = Annotated[str, StringConstraints(min_length=1, pattern=r"^[^\n]+\.$")]


class Word(Model):
    """A word with its title and its meaning in one sentence."""

    title: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    meaning: Meaning


class Taxonomy(Model):
    """Categories, kinds, stages, stacks, signs and tags, each with its meaning."""

    categories: Annotated[dict[Slug, Word], Field(min_length=1)]
    kinds: Annotated[dict[Slug, Word], Field(min_length=1)]
    stages: Annotated[dict[Slug, Word], Field(min_length=1)]
    stacks: Annotated[dict[Slug, Word], Field(min_length=1)]
    signs: Annotated[dict[Slug, Word], Field(min_length=1)]
    tags: Annotated[dict[Slug, Meaning], Field(min_length=1)]
