"""A docstring is a noun phrase for what a function returns, and an imperative for what it does."""

import ast
from collections.abc import Iterator

from include.folders import ROOT

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def docstrings(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            yield text


def test_no_docstring_says_that_a_function_returns_what_it_is_named_after() -> None:
    begins = [
        f"{path.relative_to(ROOT)}: {text.splitlines()[0]}"
        for path in sorted((ROOT / "include").rglob("*.py"))
        for text in docstrings(path.read_text(encoding="utf-8"))
        if text.startswith(("Return ", "Returns "))
    ]
    assert begins == []
