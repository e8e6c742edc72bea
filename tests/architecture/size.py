"""The size and the structure of the code, beside the goals: `make measure-house`."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import quantiles

from include.folders import ROOT


@dataclass(frozen=True)
class Measure:
    """A figure of the code, and the most that it may be."""

    name: str
    value: int
    goal: int

    def row(self) -> str:
        return (
            f"{self.name:<50}{self.value:>8,}{self.goal:>8,}{'' if self.value <= self.goal else '  missed'}"
        )


def sources(room: str) -> list[str]:
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


def measures() -> list[Measure]:
    modules = sources("include")
    return [
        Measure("lines in include/ (Python)", sum(len(text.splitlines()) for text in modules), 42_000),
        Measure("modules in include/", len(modules), 560),
        Measure("lines in tests/ (Python)", sum(len(text.splitlines()) for text in sources("tests")), 29_000),
        *distribution("lines of a module", [len(text.splitlines()) for text in modules], (75, 170, 300)),
        *distribution(
            "lines of a function", [n for text in modules for n in function_lines(text)], (6, 18, 45)
        ),
    ]


if __name__ == "__main__":
    print(f"{'':<50}{'now':>8}{'goal':>8}")
    print(*(measure.row() for measure in measures()), sep="\n")
