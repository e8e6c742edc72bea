"""No import is made for the type checker alone: it could hide that two modules import each other."""

import ast

from tests.architecture.kinds import modules, path_of

EXCEPTIONS = {
    "include/storage/path.py": "the type of paths in an object store, whose package only these need"
}
"""Modules that import something for the type checker alone, and why."""


def imports_for_types(source: str) -> bool:
    """Whether a module mentions ``TYPE_CHECKING`` in its code."""
    if "TYPE_CHECKING" not in source:
        return False
    names = (getattr(node, "id", None) or getattr(node, "attr", None) for node in ast.walk(ast.parse(source)))
    return "TYPE_CHECKING" in names


def test_no_module_imports_for_the_type_checker_alone() -> None:
    importing = [path_of(file) for file in modules() if imports_for_types(file.read_text(encoding="utf-8"))]
    assert importing == list(EXCEPTIONS)
    assert imports_for_types("import typing\nif typing.TYPE_CHECKING:\n    import os")
    assert not imports_for_types('"""TYPE_CHECKING"""')
