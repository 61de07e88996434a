"""Proofs of the proofs: a proof that stays green when its snippet is spoilt proves nothing.

A mutant is the snippet with one deliberate fault. Every mutant must turn its proof red.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from generator.entry import FailsCheck, Proof
from generator.proving.judge import expected
from generator.proving.prover import Result, Run
from generator.snippet import Snippet, extract


@dataclass(frozen=True)
class Mutant:
    """A spoilt snippet, and what was done to it."""

    fault: str
    snippet: Snippet


def mutants(snippet: Snippet, proof: Proof) -> Iterator[Mutant]:
    """Yield the mutants of a snippet that its proof must not survive."""
    broken, fixed = snippet.functions["broken"].source, snippet.functions["fixed"].source
    swapped = snippet.text.replace(broken, "\0").replace(fixed, broken.replace("def broken(", "def fixed(", 1))
    yield Mutant("broken and fixed are swapped", extract(swapped.replace("\0", fixed.replace("def fixed(", "def broken(", 1))))
    yield Mutant("fixed does nothing", extract(snippet.text.replace(fixed, "def fixed():\n    return None")))
    if isinstance(proof.broken, FailsCheck):
        check = snippet.functions["check"].source
        yield Mutant("check accepts everything", extract(snippet.text.replace(check, "def check(result):\n    return None")))
    spoilt = _with_constants_of(fixed, broken)
    if spoilt is not None:
        yield Mutant("fixed has the constants of broken", extract(snippet.text.replace(fixed, spoilt)))


def _with_constants_of(fixed: str, broken: str) -> str | None:
    """Return fixed with every constant that differs from broken's at the same place; None if none does."""
    tree, other = ast.parse(fixed), ast.parse(broken)
    theirs = dict(_constants(other, ()))
    changed = False
    for place, node in _constants(tree, ()):
        their = theirs.get(place)
        if their is not None and (type(their.value), their.value) != (type(node.value), node.value):
            node.value, changed = their.value, True
    return ast.unparse(tree) if changed else None


def _constants(node: ast.AST, place: tuple[object, ...]) -> Iterator[tuple[tuple[object, ...], ast.Constant]]:
    if isinstance(node, ast.Constant):
        yield place, node
    for name, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for i, child in enumerate(children):
            if isinstance(child, ast.AST):
                yield from _constants(child, (*place, name, i, type(child).__name__))


def runs_of(run: Run) -> list[tuple[Mutant, list[Run]]]:
    """Return the mutants of a proof with the runs that judge each: broken and fixed, under one seed."""
    if run.proof is None:
        return []
    found = []
    for mutant in mutants(run.snippet, run.proof):
        seed = 0 if mutant.snippet.seed else None
        sides = [Run(run.slug, run.name, side, seed, mutant.snippet, run.proof, run.loc) for side in ("broken", "fixed")]
        found.append((mutant, sides))
    return found


def survived(results: list[Result]) -> bool:
    """Tell whether a proof is still green, which it must not be."""
    return all(result.verdict.word == expected(result.run.side) for result in results)
