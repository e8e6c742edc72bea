import ast
import re
from collections.abc import Iterator

from tests.architecture.kinds import modules, path_of

ERROR_ENTRY = re.compile(r" {4}[\w.]+: [A-Z\"`]| {8}\S")
"""A line below ``Raises:``: an error and a sentence that says when it is raised, or the rest of it."""

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


def test_each_entry_of_raises_names_an_error_and_says_when_it_is_raised() -> None:
    wrong = [
        f"{path_of(file)}: {line}"
        for file in modules()
        for text in docstrings(file.read_text(encoding="utf-8"))
        for line in error_entries(text)
        if not ERROR_ENTRY.match(line)
    ]
    assert wrong == []


def error_entries(text: str) -> list[str]:
    _, _, section = text.partition("Raises:\n")
    return section.partition("\n\n")[0].splitlines()
