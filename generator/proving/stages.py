"""What the fork servers import, and which of them a snippet needs. Pure but for looking which libraries are installed."""

import ast
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.machinery import PathFinder

from generator.snippet import Snippet

SHARES = (0.5, 0.1, 0.0)
"""A library is imported in the first stage if more than half of the snippets need it, in the second if a tenth does, else in the last."""


@dataclass(frozen=True)
class Stages:
    """The import statements of each stage; a stage has what those before it have, too. The first has no library: for most checks."""

    statements: tuple[tuple[str, ...], ...]

    def of(self, snippet: Snippet) -> int:
        """Return the first stage that has all that a snippet imports."""
        needed = {statement for statement in _of_module(snippet.text) if _libraries(statement)}
        return max((n for n, stage in enumerate(self.statements) if needed & set(stage)), default=0)


def stages_of(snippets: Iterable[Snippet]) -> Stages:
    """Part the import statements of snippets into stages, those of the libraries that most of them need first."""
    distinct = list({snippet.text: snippet for snippet in snippets}.values())
    uses = Counter(library for snippet in distinct for library in {name for s in _of_module(snippet.text) for name in _libraries(s)})
    statements = dict.fromkeys(s for snippet in distinct for s in _of_module(snippet.text) if _libraries(s))
    stages: list[list[str]] = [[] for _ in SHARES]
    for statement in statements:
        share = min(uses[library] for library in _libraries(statement)) / len(distinct)
        stages[next(n for n, least in enumerate(SHARES) if share > least)].append(statement)
    return Stages(((), *(tuple(stage) for stage in stages if stage)))


@lru_cache(maxsize=10_000)
def _of_module(text: str) -> tuple[str, ...]:
    """Return the import statements of a snippet that its functions do not hold: one of a side may be what is shown, by what it prints."""
    try:
        todo: list[ast.AST] = [ast.parse(text)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    found = []
    while todo:
        for node in ast.iter_child_nodes(todo.pop()):
            if isinstance(node, ast.Import | ast.ImportFrom):
                found.append(ast.unparse(node))
            elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                todo.append(node)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=10_000)
def _libraries(statement: str) -> tuple[str, ...]:
    """Return the installed libraries that an import statement names, or nothing if it names something else.

    Nothing else is executed outside the walls: the standard library is cheap to import in the worker, and has modules that act
    when imported.
    """
    node = ast.parse(statement).body[0]
    imported = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
    names = [f"{node.module or ''}.{name}" for name in imported] if isinstance(node, ast.ImportFrom) else imported
    return tuple(dict.fromkeys(name.split(".")[0] for name in names)) if all(map(is_library, names)) else ()


@lru_cache(maxsize=10_000)
def is_library(name: str) -> bool:
    """Tell whether a module is an installed library's, not ours and not the standard library's, and no program of its."""
    top = name.split(".", maxsplit=1)[0]
    if "__main__" in name.split("."):
        return False
    folders = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    own = top in ("", "generator") or top in sys.stdlib_module_names
    return not own and PathFinder.find_spec(top, folders) is not None


def all_statements(stages: Stages) -> Sequence[str]:
    """Return the import statements of all stages."""
    return [statement for stage in stages.statements for statement in stage]
