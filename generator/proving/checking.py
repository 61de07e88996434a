"""The module that judges: `check` and what it refers to, cut out of a snippet so that most checks need no library at all. Pure."""

import ast
import builtins
from collections.abc import Iterable
from functools import lru_cache

from generator.snippet import Snippet, extract

_SEES_ALL = frozenset(("__import__", "builtins", "eval", "exec", "gc", "globals", "importlib", "inspect", "locals", "sys", "vars"))
"""Names that reach what no syntax tree shows; a check that has one of them keeps the whole set-up."""

_BUILTINS = frozenset(dir(builtins)) - _SEES_ALL


@lru_cache(maxsize=10_000)
def checking(text: str) -> Snippet:
    """Return a snippet without its sides, and without what its check does not refer to if that spares it every library.

    Else the set-up is whole: each number that a library draws depends on all those before it.
    """
    sides = extract(text).functions.keys() - {"check"}
    setup = [node for node in ast.parse(text).body if not (isinstance(node, ast.FunctionDef) and node.name in sides)]
    kept = _needed(setup)
    least = extract(ast.unparse(ast.Module([node for node in setup if node in kept], [])))
    return extract(ast.unparse(ast.Module(setup, []))) if least.imports else least


def _needed(setup: list[ast.stmt]) -> set[ast.stmt]:
    """Return the statements that `check` reaches by name, and those that may change what it reaches."""
    definitions = {node: defined for node in setup if (defined := _defined(node))}
    kept, names = _reached({"check"}, definitions)
    acting = {node: _reached(_names(node), definitions) for node in setup if node not in definitions}
    before = -1
    while len(kept) != before:
        before = len(kept)
        for node, (theirs, used) in acting.items():
            if used & names or _is_for_all(node):
                kept |= {node, *theirs}
                names |= used
    return set(setup) if names & _SEES_ALL or any(map(_hides_a_builtin, setup)) else kept


def _hides_a_builtin(node: ast.stmt) -> bool:
    """Tell whether a statement gives anything the name of a builtin, which is no reference for `_names`."""
    stored = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return bool((stored | _defined(node)) & _BUILTINS)


def _reached(names: set[str], definitions: dict[ast.stmt, set[str]]) -> tuple[set[ast.stmt], set[str]]:
    """Return the definitions that these names lead to, from any to any, and all names in them."""
    kept: set[ast.stmt] = set()
    todo, seen = list(names), set(names)
    while todo:
        name = todo.pop()
        for node, defined in definitions.items():
            if name in defined and node not in kept:
                kept.add(node)
                new = _names(node) - seen
                seen |= new
                todo += new
    return kept, seen


def _names(node: ast.stmt) -> set[str]:
    """Return all names in a statement, of whatever scope: used, imported or defined; none of Python's own."""
    names: set[str] = set()
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name) if name in _BUILTINS:
                pass
            case ast.Name(id=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Import() | ast.ImportFrom():
                names.update(_imported(each))
    return names


def _defined(node: ast.stmt) -> set[str]:
    """Return the names of a statement that does nothing but define them; none for one that may do more, as a call may."""
    match node:
        case (
            ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name))
        ):
            return {name}
        case ast.Import() | ast.ImportFrom() if not _is_for_all(node):
            return set(_imported(node))
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if not any(isinstance(each, ast.Call) for each in ast.walk(value)):
            return {name}
    return set()


def _imported(node: ast.Import | ast.ImportFrom) -> Iterable[str]:
    return ((alias.asname or alias.name).split(".")[0] for alias in node.names)


def _is_for_all(node: ast.stmt) -> bool:
    """Tell whether a statement concerns the whole module: it changes the grammar, or brings in names that it does not say."""
    return isinstance(node, ast.ImportFrom) and (node.module == "__future__" or any(alias.name == "*" for alias in node.names))
