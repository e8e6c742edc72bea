"""The size and the structure of the code, beside the goals: `make measure-house`."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import quantiles

from include.machine.folders import ROOT
from tests.architecture.rooms import imports, layers


@dataclass(frozen=True)
class Measure:
    """A figure of the code, and the most that it may be."""

    name: str
    value: int
    goal: int | None = None

    def row(self) -> str:
        row = f"{self.name:<50}{self.value:>8,}"
        if self.goal is None:
            return row
        return f"{row}{self.goal:>8,}{'' if self.value <= self.goal else '  missed'}"


def sources(room: str) -> list[str]:
    """The text of each module under a folder of the repository."""
    return [path.read_text(encoding="utf-8") for path in sorted((ROOT / room).rglob("*.py"))]


def function_lines(source: str) -> Iterator[int]:
    """The number of lines of each function, from its name to its end, without its docstring."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = node.body[0] if ast.get_docstring(node) is not None else None
            yield _lines(node) - (_lines(docstring) if docstring else 0)


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def distribution(subject: str, values: list[int], goals: tuple[int, int, int]) -> list[Measure]:
    deciles = quantiles(values, n=10, method="inclusive")
    figures = (round(deciles[4]), round(deciles[8]), max(values))
    return [
        Measure(f"{subject}, {name}", figure, goal)
        for name, figure, goal in zip(("median", "90th percentile", "maximum"), figures, goals, strict=True)
    ]


def code_and_comments(source: str) -> tuple[int, int]:
    """The number of lines of code, without docstrings, blank lines, imports and comments; and of comments."""
    tree = ast.parse(source)
    left_out: set[int] = set()
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.stmt) and (is_text or isinstance(node, ast.Import | ast.ImportFrom)):
            left_out.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = [line.strip() for number, line in enumerate(source.splitlines(), 1) if number not in left_out]
    comments = sum(line.startswith("#") for line in lines)
    return sum(bool(line) for line in lines) - comments, comments


def imports_between_rooms() -> list[tuple[str, str]]:
    """The importing and the imported room of each import between two rooms."""
    arrows = imports().find_matching_direct_imports(import_expression="include.** -> include.**")
    rooms = [(arrow["importer"].split(".")[1], arrow["imported"].split(".")[1]) for arrow in arrows]
    return [(importer, imported) for importer, imported in rooms if importer != imported]


def arrows_back() -> int:
    """How many imports lead from a room to a room of the same layer or of one above."""
    level = {room: number for number, rooms in enumerate(layers()) for room in rooms}
    return sum(level[importer] >= level[imported] for importer, imported in imports_between_rooms())


def measures() -> list[Measure]:
    modules = sources("include")
    return [
        Measure("lines in include/ (Python)", sum(len(text.splitlines()) for text in modules), 42_000),
        Measure("modules in include/", len(modules), 560),
        Measure("lines of code in include/", sum(code_and_comments(text)[0] for text in modules), 24_900),
        Measure("lines of comments in include/", sum(code_and_comments(text)[1] for text in modules)),
        Measure("rooms", sum(map(len, layers())), 20),
        Measure("layers", len(layers()), 12),
        Measure("pairs of rooms with an import", len(set(imports_between_rooms())), 120),
        Measure("lines in tests/ (Python)", sum(len(text.splitlines()) for text in sources("tests")), 29_000),
        *distribution("lines of a module", [len(text.splitlines()) for text in modules], (75, 170, 300)),
        *distribution(
            "lines of a function", [n for text in modules for n in function_lines(text)], (6, 18, 45)
        ),
        Measure("imports between rooms that run back", arrows_back(), 0),
    ]


if __name__ == "__main__":
    print(f"{'':<50}{'now':>8}{'goal':>8}")
    print(*(measure.row() for measure in measures()), sep="\n")
