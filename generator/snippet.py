"""A snippet, read by its syntax tree: set-up, sides, check, and where each stands in the file.

What a page shows is cut out of the very file that runs. Nothing here imports or executes a snippet.
"""

import ast
import difflib
import sys
from dataclasses import dataclass

MAX_CHANGED_LINES = 12


@dataclass(frozen=True)
class Function:
    """A side or the check: its source text and its first line in the file."""

    name: str
    source: str
    line: int
    statement: str
    """The first line of its docstring, or nothing."""
    arguments: int


@dataclass(frozen=True)
class Seed:
    """Where the constant of `SEED = 0` stands: line from 1, columns from 0 in UTF-8 bytes as `ast` counts."""

    value: int
    line: int
    start: int
    end: int


@dataclass(frozen=True)
class Snippet:
    """One module under snippets/."""

    text: str
    statement: str
    """The first line of the module's docstring: the fix in one sentence."""
    setup: str
    """All that is neither a side nor the check."""
    functions: dict[str, Function]
    seed: Seed | None
    imports: tuple[str, ...]
    """The top-level modules that it imports anywhere, sorted, without the standard library."""
    import_statements: tuple[str, ...]
    """Its import statements, one line each: what a warm worker has executed already."""

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The names of the sides that show what does not help."""
        return tuple(name for name in self.functions if name.startswith("mistake_"))

    def with_seed(self, value: int | None) -> str:
        """Return the module's text with another SEED; no line moves."""
        if self.seed is None or value is None:
            return self.text
        lines = self.text.split("\n")
        raw = lines[self.seed.line - 1].encode()
        lines[self.seed.line - 1] = (raw[: self.seed.start] + str(value).encode() + raw[self.seed.end :]).decode()
        return "\n".join(lines)

    def difference(self, side: str = "broken", other: str = "fixed") -> list[str]:
        """Return the unified difference of two sides, as if they had one name; each line starts with a space, - or +."""
        old, new = (self.functions[name].source.replace(f"def {name}(", "def run(", 1).split("\n") for name in (side, other))
        return list(difflib.unified_diff(old, new, n=99, lineterm=""))[3:]

    def changed_lines(self) -> int:
        """Count the lines that broken and fixed do not share; blank ones do not count."""
        return sum(line[:1] in "-+" and line[1:].strip() != "" for line in self.difference())


def extract(text: str, name: str = "<snippet>") -> Snippet:
    """Read a snippet module.

    Raises:
        SyntaxError: Python cannot read the text.
    """
    try:
        tree = ast.parse(text, name)
    except ValueError as error:  # a NUL byte
        raise SyntaxError(str(error), (name, 1, 1, "")) from error
    except (RecursionError, MemoryError) as error:
        raise SyntaxError("nested too deeply", (name, 1, 1, "")) from error
    lines = text.split("\n")
    functions: dict[str, Function] = {}
    cut: set[int] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and (node.name in ("broken", "fixed", "check") or node.name.startswith("mistake_")):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            last = node.end_lineno or first
            cut.update(range(first, last + 1))
            source = "\n".join(lines[first - 1 : last])
            arguments = len(node.args.posonlyargs) + len(node.args.args) - len(node.args.defaults)
            functions[node.name] = Function(node.name, source, first, _first_line(node), arguments)
    setup_lines = [line for number, line in enumerate(lines, 1) if number not in cut]
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    tops = sorted({module.split(".")[0] for node in imports for module in _modules(node)} - set(sys.stdlib_module_names))
    statements = tuple(dict.fromkeys(map(ast.unparse, imports)))
    return Snippet(text, _first_line(tree), _squeeze(setup_lines), functions, _seed(tree), tuple(tops), statements)


def same_code(snippet: Snippet) -> bool:
    """Tell whether broken and fixed are the same code, whatever their layout and comments are."""
    trees = [ast.parse(snippet.functions[name].source).body[0] for name in ("broken", "fixed")]
    bodies = [[s for s in tree.body if not _is_docstring(s)] for tree in trees if isinstance(tree, ast.FunctionDef)]
    return len({ast.dump(ast.Module(body, [])) for body in bodies}) == 1


def can_fail(function: Function) -> bool:
    """Tell whether a check holds anything that may raise AssertionError: assert, raise, or a call of assert_something."""
    for node in ast.walk(ast.parse(function.source)):
        if isinstance(node, ast.Raise):
            return True
        if isinstance(node, ast.Assert) and not (isinstance(node.test, ast.Constant) and node.test.value):
            return True
        if isinstance(node, ast.Call) and _name_of(node.func).startswith("assert"):
            return True
    return False


def _name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _first_line(node: ast.Module | ast.FunctionDef) -> str:
    return (ast.get_docstring(node) or "").split("\n")[0]


def _modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if node.module and not node.level else []


def _seed(tree: ast.Module) -> Seed | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and [_name_of(target) for target in node.targets] == ["SEED"]:
            value = node.value
            if isinstance(value, ast.Constant) and type(value.value) is int:
                return Seed(value.value, value.lineno, value.col_offset, value.end_col_offset or 0)
    return None


def _squeeze(lines: list[str]) -> str:
    """Join lines with at most two blank ones in a row."""
    text = "\n".join(lines).strip("\n")
    while "\n\n\n\n" in text:
        text = text.replace("\n\n\n\n", "\n\n\n")
    return text
