"""A docstring is a noun phrase for what a function returns, and an imperative for what it does."""

import ast
from collections.abc import Iterator

from tests.architecture.kinds import modules, path_of

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def docstrings(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            yield text


def test_no_docstring_says_that_a_function_returns_what_it_is_named_after() -> None:
    begins = [
        f"{path_of(file)}: {text.splitlines()[0]}"
        for file in modules()
        for text in docstrings(file.read_text(encoding="utf-8"))
        if text.startswith(("Return ", "Returns "))
    ]
    assert begins == []
