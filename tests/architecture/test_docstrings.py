import ast
import re
from functools import cache

from tests.architecture.kinds import modules, path_of

ERROR_ENTRY = re.compile(r" {4}[\w.]+: [A-Z\"`]| {8}\S")
"""A line below ``Raises:``: an error and a sentence that says when it is raised, or the rest of it."""

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def docstrings() -> list[tuple[str, str]]:
    """Each docstring with the path of its file."""
    trees = ((path_of(file), ast.parse(file.read_text(encoding="utf-8"))) for file in modules())
    nodes = ((path, node) for path, tree in trees for node in ast.walk(tree) if isinstance(node, DOCUMENTED))
    return [(path, text) for path, node in nodes if (text := ast.get_docstring(node))]


def test_no_docstring_says_that_a_function_returns_what_it_is_named_after() -> None:
    begun = [(path, text) for path, text in docstrings() if text.startswith(("Return ", "Returns "))]
    assert begun == []


def test_each_entry_of_raises_names_an_error_and_says_when_it_is_raised() -> None:
    entries = [(path, line) for path, text in docstrings() for line in error_entries(text)]
    assert [(path, line) for path, line in entries if not ERROR_ENTRY.match(line)] == []


def error_entries(text: str) -> list[str]:
    _, _, section = text.partition("Raises:\n")
    return section.partition("\n\n")[0].splitlines()
