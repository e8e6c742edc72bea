"""What a generic module knows of a single scenario, fault, …: imports of its files, strings with its name."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from include.machine.folders import ROOT
from tests.architecture.kinds import KINDS, owner_of, path_of

NAMED = ("scenario", "fault", "cluster kind")
"""What may not be named in a string of a generic module."""


@dataclass(frozen=True)
class Knowledge:
    """Something that a module knows, and should not."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        """``include/cells/run_cell.py:12: the string 'queue' (scenario)``."""
        return f"{self.file}:{self.line}: {self.what}"


@cache
def knowledge_in(file: Path) -> list[Knowledge]:
    """What a module knows of a single one of anything that comes in kinds."""
    return knowledge(path_of(file), file.read_text(encoding="utf-8"))


def knowledge(file: str, source: str) -> list[Knowledge]:
    """The same of a module with that source, which lies at this path."""
    tree = ast.parse(source)
    return [*_imports(file, tree), *_names(file, tree)]


def _imports(file: str, tree: ast.Module) -> Iterator[Knowledge]:
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    for node in statements:
        for module in _imported(node):
            owner = next(filter(None, map(owner_of, _files(module))), None)
            if owner:
                yield Knowledge(file, node.lineno, f"an import of {module} ({owner})")


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (name.name for name in names)
        case ast.ImportFrom(module=str(package), names=names):
            modules = [f"{package}.{name.name}" for name in names]
            yield from (module if _is_module(module) else package for module in modules)


@cache
def _is_module(name: str) -> bool:
    return any((ROOT / file).exists() for file in _files(name))


def _files(module: str) -> tuple[str, str]:
    path = module.replace(".", "/")
    return f"{path}.py", f"{path}/__init__.py"


def _names(file: str, tree: ast.Module) -> Iterator[Knowledge]:
    descriptions = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in descriptions:
            for kind in NAMED:
                if node.value in KINDS[kind].registry:
                    yield Knowledge(file, node.lineno, f"the string {node.value!r} ({kind})")
